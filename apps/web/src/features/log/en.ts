export const logEn = {
  feed: "What happens in this room",
  filters: {
    label: "Show",
    all: "All",
    messages: "Messages",
    handoffs: "Handoffs",
    tasks: "Tasks",
  },
  range: "events {{from}} to {{to}}",
  noEvents: "no events",
  new_one: "{{count}} new",
  new_other: "{{count}} new",
  toNewest: "To the newest",
  loadingOlder: "Loading older events",
  start: "The room's beginning",
  nothing: {
    all: "Nothing has happened yet.",
    messages: "No messages here yet.",
    handoffs: "No handoffs here yet.",
    tasks: "No tasks here yet.",
  },
  today: "Today",
  yesterday: "Yesterday",
  details: "Details of event {{seq}}, {{time}}",
  showAll: "Show all of it",
  showLess: "Show less",
  find: {
    label: "Find in the conversation",
    open: "Find",
    close: "Close the search",
    next: "Next match",
    previous: "Previous match",
    count: "{{at}} of {{count}}",
    none: "no match",
    older: "In what is loaded. Scroll up for older events.",
  },
  keys: {
    next: "Next event",
    previous: "Previous event",
    open: "Event details",
    newest: "To the newest",
    find: "Find in the conversation",
  },
  asksYou: "asks you",
  to: "to {{to}}",
  tag: {
    findings: "findings",
    question: "question",
    answer: "answer",
    result: "result",
    unreviewed: "unreviewed",
    queued: "queued anyway",
  },
  route: {
    taskFirst: "to <b>{{to}}</b> as <b>{{task}}</b>, nothing in front of it",
    task_one: "to <b>{{to}}</b> as <b>{{task}}</b>, {{count}} task in front of it",
    task_other: "to <b>{{to}}</b> as <b>{{task}}</b>, {{count}} tasks in front of it",
    answers: "answers a question",
    interrupt: "interrupts",
  },
  ask: { answer: "Answer", since: "waits since", answered: "answered" },
  sending: "sending",
  notSent: "not sent",
  again: "Try again",
  discard: "Discard",
  detail: {
    title: "Event {{seq}}",
    titleMany: "Events {{from}} to {{to}}",
    type: "Type",
    by: "By",
    at: "At",
    facts: "Facts",
    message: "Message",
    copy: "Copy as JSON",
    copied: "Copied.",
  },
  steps: {
    scout: "the scout",
    triage: "the triage",
    questions: "the questions",
    approaches: "the approaches",
    design: "the design",
    plan: "the plan",
    execute: "the execution",
    review: "the review",
    done: "its end",
  },
  gatePresets: { minimum: "minimum", production: "production", gold: "gold" },
  phases: {
    requirements: "requirements",
    design: "design",
    implementation: "implementation",
    quality: "quality",
  },
  levels: {
    straightforward: "straightforward",
    exploration: "exploration",
    complex: "complex",
  },
  line: {
    roomCreated: "<b>{{who}}</b> opened <b>{{name}}</b> with the team {{preset}}",
    roomCreatedDemo: "<b>{{name}}</b> opened: a demo, everything in it is scripted",
    roomRemoved: "<b>{{who}}</b> removed the room",
    gatePresetSet: "<b>{{who}}</b> sets the gates of new sessions to {{preset}}",
    teamChanged: "<b>{{who}}</b> changed the team{{roles}}",
    teamReplaced: "<b>{{who}}</b> changed the team from {{before}} to {{after}}{{roles}}",
    teamGone: "; gone: {{roles}}",
    teamNew: "; new: {{roles}}",
    joined: "<b>{{agent}}</b> joined as {{role}}",
    joinedWith: "<b>{{agent}}</b> joined as {{role}}, with {{harness}}",
    left: "<b>{{agent}}</b> left",
    cameOnline: "<b>{{agent}}</b> is back",
    wentOffline_one: "<b>{{agent}}</b> went offline: no sign of life for {{count}} min",
    wentOffline_other: "<b>{{agent}}</b> went offline: no sign of life for {{count}} min",
    messageSent: "<b>{{who}}</b> to <b>{{to}}</b>",
    messageEdited: "<b>{{who}}</b> gave <b>{{task}}</b> other words",
    messageWithdrawn: "<b>{{who}}</b> withdrew <b>{{task}}</b> {{title}}",
    messageDelivered_one: "<b>{{agent}}</b> received {{count}} message",
    messageDelivered_other: "<b>{{agent}}</b> received {{count}} messages",
    handedTask: "<b>{{who}}</b> handed <b>{{task}}</b> {{title}} to <b>{{to}}</b>",
    handed: {
      work: "<b>{{who}}</b> handed the work on <b>{{task}}</b> to <b>{{to}}</b>",
      question: "<b>{{who}}</b> asks <b>{{to}}</b>",
      answer: "<b>{{who}}</b> answers <b>{{to}}</b>",
      findings: "<b>{{who}}</b> sent findings on <b>{{task}}</b> to <b>{{to}}</b>",
      deliver: "<b>{{who}}</b> delivered <b>{{task}}</b> to <b>{{to}}</b>",
    },
    rerouted: "<b>{{from}}</b> → <b>{{wanted}}</b> rerouted to <b>{{got}}</b>",
    created: "<b>{{who}}</b> created <b>{{task}}</b> {{title}}, for {{role}}",
    createdMore_one: "<b>{{who}}</b> created <b>{{task}}</b> {{title}} and {{count}} more",
    createdMore_other: "<b>{{who}}</b> created <b>{{task}}</b> {{title}} and {{count}} more",
    claimed: "<b>{{who}}</b> took <b>{{task}}</b> {{title}}",
    resumed: "<b>{{who}}</b> joined again and resumed <b>{{task}}</b> {{title}}",
    started: "<b>{{who}}</b> began <b>{{task}}</b> {{title}}",
    progressed: "<b>{{who}}</b> works on <b>{{task}}</b> {{title}}",
    acts: "<b>{{who}}</b> on <b>{{task}}</b>: {{action}}",
    percent: "<b>{{who}}</b> on <b>{{task}}</b>: {{percent}} % done",
    percentActs: "<b>{{who}}</b> on <b>{{task}}</b>, {{percent}} %: {{action}}",
    completed: "<b>{{task}}</b> {{title}} completed by <b>{{who}}</b>",
    released: "<b>{{task}}</b> {{title}} is free again: the claim never reached the agent",
    attemptEnded: {
      none: "<b>{{task}}</b> {{title}} is free again, and no attempt was made",
      expired:
        "<b>{{task}}</b> {{title}} is free again after attempt {{attempts}}: its lease ran out",
      timed_out:
        "<b>{{task}}</b> {{title}} is free again after attempt {{attempts}}: its time was up",
      failed: "<b>{{task}}</b> {{title}} is free again: attempt {{attempts}} failed",
      left: "<b>{{task}}</b> {{title}} is free again after attempt {{attempts}}: its agent left",
      put_back: "<b>{{task}}</b> {{title}} is free again: <b>{{who}}</b> put it back",
    },
    failed: "<b>{{task}}</b> {{title}} failed after {{attempts}} attempts",
    retried: "<b>{{who}}</b> gave <b>{{task}}</b> {{title}} another try",
    cancelled: "<b>{{who}}</b> cancelled <b>{{task}}</b> {{title}}",
    cancelledMore_one:
      "<b>{{who}}</b> cancelled <b>{{task}}</b> {{title}} and {{count}} that needs it",
    cancelledMore_other:
      "<b>{{who}}</b> cancelled <b>{{task}}</b> {{title}} and {{count}} that need it",
    movedToFront: "<b>{{who}}</b> sent <b>{{task}}</b> {{title}} to the front",
    parked: "<b>{{task}}</b> {{title}} stands still: nobody fills {{role}}",
    reassigned: "<b>{{who}}</b> gave <b>{{task}}</b> {{title}} to <b>{{role}}</b>",
    reassignedMore_one:
      "<b>{{who}}</b> gave <b>{{task}}</b> {{title}} and {{count}} more to <b>{{role}}</b>",
    reassignedMore_other:
      "<b>{{who}}</b> gave <b>{{task}}</b> {{title}} and {{count}} more to <b>{{role}}</b>",
    fellBack:
      "Nobody fills {{from}}: <b>{{role}}</b> takes its part with <b>{{task}}</b> {{title}}",
    fellBackMore_one:
      "Nobody fills {{from}}: <b>{{role}}</b> takes its part with <b>{{task}}</b> {{title}} and {{count}} more",
    fellBackMore_other:
      "Nobody fills {{from}}: <b>{{role}}</b> takes its part with <b>{{task}}</b> {{title}} and {{count}} more",
    toldToWait: "<b>{{who}}</b> lets what is for {{role}} wait until one joins",
    toldNoMore: "<b>{{who}}</b> no longer lets what is for {{role}} wait",
    submitted_one:
      "<b>{{who}}</b> is done with <b>{{task}}</b> {{title}}: {{reviewers}} reviews it",
    submitted_other:
      "<b>{{who}}</b> is done with <b>{{task}}</b> {{title}}: {{reviewers}} review it",
    submittedAgain_one:
      "<b>{{who}}</b> is done with <b>{{task}}</b> {{title}} again: {{reviewers}} reviews it, round {{round}}",
    submittedAgain_other:
      "<b>{{who}}</b> is done with <b>{{task}}</b> {{title}} again: {{reviewers}} review it, round {{round}}",
    submittedAlone:
      "<b>{{who}}</b> is done with <b>{{task}}</b> {{title}}; nobody else can review it",
    reviewPassed: "<b>{{who}}</b> passed <b>{{task}}</b> {{title}}",
    reviewRejected_one: "<b>{{who}}</b> found {{count}} thing in <b>{{task}}</b> {{title}}",
    reviewRejected_other: "<b>{{who}}</b> found {{count}} things in <b>{{task}}</b> {{title}}",
    reviewWaived:
      "<b>{{who}}</b> lets <b>{{task}}</b> {{title}} go on without the review of {{role}}",
    passed: "<b>{{task}}</b> {{title}} passed its review",
    passedUnreviewed: "<b>{{task}}</b> {{title}} is done, unreviewed",
    passedSkipped: "<b>{{who}}</b> lets <b>{{task}}</b> {{title}} go on although it did not pass",
    returned: "<b>{{task}}</b> {{title}} goes back with what was found",
    returnedByPerson: "<b>{{who}}</b> sends <b>{{task}}</b> {{title}} back for another round",
    sessionTakenBack:
      "<b>{{who}}</b> rolls <b>{{given}}</b> of <b>session {{session}}</b> back: <b>{{task}}</b> takes its changes back",
    retryWithdrawn: "<b>{{who}}</b> took back the retry of <b>{{task}}</b> {{title}}",
    decisionOpened: "A person has to decide: {{question}}",
    decisionAsked: "<b>{{who}}</b> asks a person: {{question}}",
    decisionRevised: "Still to decide: {{question}}",
    decisionAnswered: "<b>{{who}}</b> decided: {{label}}",
    decisionWithdrawn: "Nothing to decide any more",
    decisionSuperseded: "<b>{{who}}</b> took an answer back",
    itemAdded: "<b>{{who}}</b> added <b>item {{item}}</b> {{title}} to the backlog",
    itemsAdded_one: "<b>{{who}}</b> added <b>item {{item}}</b> {{title}} and {{count}} more",
    itemsAdded_other: "<b>{{who}}</b> added <b>item {{item}}</b> {{title}} and {{count}} more",
    itemEdited: "<b>{{who}}</b> edited <b>item {{item}}</b>",
    itemMoved: "<b>{{who}}</b> moved <b>item {{item}}</b>",
    itemPicked: "<b>{{who}}</b> picked <b>item {{item}}</b> as <b>{{task}}</b>",
    itemHandedOut: "The backlog hands out <b>item {{item}}</b> as <b>{{task}}</b>",
    itemWentOn: "Work on <b>item {{item}}</b> goes on as <b>{{task}}</b>",
    itemDeferred: "<b>{{who}}</b> deferred <b>item {{item}}</b>",
    itemFinished: "<b>Item {{item}}</b> is finished by <b>{{who}}</b>, and waits for a review",
    itemReturned: {
      failed: "<b>Item {{item}}</b> is open again: its work failed",
      cancelled: "<b>Item {{item}}</b> is open again: its work was cancelled",
      put_back: "<b>{{who}}</b> put <b>item {{item}}</b> back",
    },
    itemClosed: "<b>{{who}}</b> closed <b>item {{item}}</b>",
    itemDropped: "<b>{{who}}</b> dropped <b>item {{item}}</b>",
    itemReopened: "<b>{{who}}</b> reopened <b>item {{item}}</b>",
    modeClearing: "<b>{{who}}</b> switched to clearing the backlog",
    modeNormal: "<b>{{who}}</b> switched back to normal mode",
    clearingPaused: {
      decision: "Clearing the backlog pauses: a decision waits",
      question: "Clearing the backlog pauses: {{from}} asks a person",
      failures: "Clearing the backlog pauses: {{count}} items in a row failed",
    },
    clearingResumed: {
      asked: "<b>{{who}}</b> lets the clearing of the backlog go on",
      decided: "Clearing the backlog goes on",
    },
    sessionCreated: "<b>{{who}}</b> opened <b>session {{session}}</b> {{title}}",
    sessionsSplit_one: "<b>{{who}}</b> split {{title}} off as <b>session {{session}}</b>",
    sessionsSplit_other: "<b>{{who}}</b> split {{count}} sessions off, {{title}} first",
    sessionEdited: "<b>{{who}}</b> gave <b>session {{session}}</b> other words: {{title}}",
    sessionMoved: "<b>{{who}}</b> moved <b>session {{session}}</b> in the queue",
    sessionStarted: "<b>Session {{session}}</b> {{title}} starts",
    sessionAsked: {
      present: "<b>Session {{session}}</b> asks <b>{{role}}</b> for {{step}}, as <b>{{task}}</b>",
      discuss:
        "<b>{{who}}</b> talks about {{step}} of <b>session {{session}}</b> with <b>{{role}}</b>",
      revise:
        "<b>{{who}}</b> wants {{step}} of <b>session {{session}}</b> revised by <b>{{role}}</b>",
      renew:
        "<b>{{who}}</b> wants {{step}} of <b>session {{session}}</b> made anew by <b>{{role}}</b>",
    },
    sessionRescouted:
      "<b>Session {{session}}</b> asks <b>{{role}}</b> to scout again after batch {{batch}}, as <b>{{task}}</b>",
    sessionServed: "<b>Session {{session}}</b> is served from the scout of session {{from}}",
    sessionServedByAgent: "<b>Session {{session}}</b> is served from what {{by}} found",
    scoutSaved: "<b>{{who}}</b> saved what there is to know from “{{angle}}”",
    sessionProposed:
      "<b>{{who}}</b> presents {{step}} of <b>session {{session}}</b>, version {{version}}",
    sessionReplyRefused:
      "What <b>{{who}}</b> answered about {{step}} of <b>session {{session}}</b> cannot be used, attempt {{attempt}}",
    sessionRemarked: "<b>{{who}}</b> answers about {{step}} of <b>session {{session}}</b>",
    sessionAnswered_one: "<b>{{who}}</b> answered {{count}} question of <b>session {{session}}</b>",
    sessionAnswered_other:
      "<b>{{who}}</b> answered {{count}} questions of <b>session {{session}}</b>",
    sessionLevel: {
      agreed: "<b>Session {{session}}</b> is {{level}}, as proposed: <b>{{who}}</b> agrees",
      overridden: "<b>{{who}}</b> makes <b>session {{session}}</b> {{level}}, against the proposal",
      skipped: "<b>{{who}}</b> takes <b>session {{session}}</b> straight to planning",
    },
    sessionBatches_one: "<b>{{who}}</b> keeps <b>session {{session}}</b> in one piece",
    sessionBatches_other: "<b>{{who}}</b> does <b>session {{session}}</b> in {{count}} batches",
    sessionKept: "<b>{{who}}</b> keeps all of <b>session {{session}}</b> in scope",
    sessionSplits_one: "<b>{{who}}</b> splits {{count}} part off <b>session {{session}}</b>",
    sessionSplits_other: "<b>{{who}}</b> splits {{count}} parts off <b>session {{session}}</b>",
    sessionChosen: "<b>{{who}}</b> chose approach {{approach}} for <b>session {{session}}</b>",
    sessionChoiceLeft:
      "<b>{{who}}</b> lets the agents choose the approach of <b>session {{session}}</b>",
    sessionApproved:
      "<b>{{who}}</b> approved section {{section}} of the design of <b>session {{session}}</b>",
    sessionSectionReopened:
      "<b>{{who}}</b> opened section {{section}} of the design of <b>session {{session}}</b> again",
    sessionReopened: {
      batches: "<b>{{who}}</b> opened again how many batches <b>session {{session}}</b> has",
      splits: "<b>{{who}}</b> opened again what is split off <b>session {{session}}</b>",
    },
    sessionShown: "<b>{{who}}</b> looks at section {{section}} of <b>session {{session}}</b>",
    sessionEntered: {
      forward: "<b>Session {{session}}</b> goes on to {{step}}",
      back: "<b>{{who}}</b> took <b>session {{session}}</b> back to {{step}}",
      skipped: "<b>Session {{session}}</b> skips to {{step}}",
      undone: "<b>{{who}}</b> took an answer back: <b>session {{session}}</b> is at {{step}} again",
    },
    sessionPlanned_one:
      "<b>{{who}}</b> approved the plan of <b>session {{session}}</b>: {{count}} task starts",
    sessionPlanned_other:
      "<b>{{who}}</b> approved the plan of <b>session {{session}}</b>: {{count}} tasks start",
    sessionReworked: "What was found in <b>session {{session}}</b> becomes <b>{{task}}</b>",
    sessionOverridden:
      "<b>{{who}}</b> lets what a review found in <b>session {{session}}</b> stand",
    sessionGateOverridden:
      "<b>{{who}}</b> overrides the gate behind {{phase}} of <b>session {{session}}</b>",
    sessionBatchEnded:
      "Batch {{batch}} of <b>session {{session}}</b> is done; batch {{next}} is next",
    sessionBatchLast: "Batch {{batch}} of <b>session {{session}}</b> is done, and it was the last",
    sessionAdjusted_one:
      "<b>{{who}}</b> changed what is left of <b>session {{session}}</b>: {{count}} batch",
    sessionAdjusted_other:
      "<b>{{who}}</b> changed what is left of <b>session {{session}}</b>: {{count}} batches",
    sessionNextHeld:
      "<b>{{who}}</b> lets <b>session {{session}}</b> wait until somebody starts one",
    used: "<b>{{who}}</b> reports {{amount}} for <b>{{task}}</b>",
    usedModel: "<b>{{who}}</b> reports {{amount}} for <b>{{task}}</b>, with {{model}}",
    tokens_one: "{{count}} token",
    tokens_other: "{{n}} tokens",
    priced: "{{tokens}}, {{usd}} USD",
    unpriced: "{{tokens}} of unknown price",
    budgetSet: "<b>{{who}}</b> lets <b>session {{session}}</b> use {{limits}}",
    budgetEnded: "<b>{{who}}</b> lets <b>session {{session}}</b> use what it needs",
    budgetWarned: "<b>Session {{session}}</b> has used {{used}} of {{of}}",
    askBefore: "<b>{{who}}</b> wants to be asked before the next session starts",
    askNever: "<b>{{who}}</b> lets the next session start by itself",
    sessionPaused: "<b>{{who}}</b> paused <b>session {{session}}</b>",
    sessionResumed: "<b>{{who}}</b> resumed <b>session {{session}}</b>",
    sessionParked: "<b>{{who}}</b> parked <b>session {{session}}</b>: others may run meanwhile",
    sessionUnparked: "<b>{{who}}</b> holds the place of <b>session {{session}}</b> again",
    sessionEnded: {
      completed: "<b>Session {{session}}</b> {{title}} is done",
      failed: "<b>Session {{session}}</b> {{title}} failed",
      stopped: "<b>{{who}}</b> stopped <b>session {{session}}</b> {{title}}",
    },
    parkedMore_one:
      "<b>{{task}}</b> {{title}} and {{count}} more stand still: nobody fills {{role}}",
    parkedMore_other:
      "<b>{{task}}</b> {{title}} and {{count}} more stand still: nobody fills {{role}}",
  },
} as const;

type Leaves<T, P extends string = ""> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${Stem<K>}` : Leaves<T[K], `${P}${K}.`>;
}[keyof T & string];
type Stem<K extends string> = K extends `${infer S}_${"one" | "other"}` ? S : K;

/** A sentence of the catalogue, plural forms taken together. */
export type LogKey = Extract<Leaves<typeof logEn>, `line.${string}`>;
