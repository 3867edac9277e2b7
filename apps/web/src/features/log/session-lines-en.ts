/** What sessions and pipelines did, as lines of the conversation. */
export const SESSION_LINES = {
  sessionCreated: "<b>{{who}}</b> opened <b>session {{session}}</b> {{title}}",
  sessionsSplit_one: "<b>{{who}}</b> split {{title}} off as <b>session {{session}}</b>",
  sessionsSplit_other: "<b>{{who}}</b> split {{count}} sessions off, {{title}} first",
  sessionEdited: "<b>{{who}}</b> edited <b>session {{session}}</b>: {{title}}",
  sessionMoved: "<b>{{who}}</b> moved <b>session {{session}}</b> in the queue",
  sessionStarted: "<b>Session {{session}}</b> {{title}} started",
  sessionAsked: {
    present: "<b>Session {{session}}</b> asked <b>{{role}}</b> for {{step}}, as <b>{{task}}</b>",
    discuss: "<b>{{who}}</b> discussed {{step}} of <b>session {{session}}</b> with <b>{{role}}</b>",
    revise: "<b>{{who}}</b> asked <b>{{role}}</b> to revise {{step}} of <b>session {{session}}</b>",
    renew: "<b>{{who}}</b> asked <b>{{role}}</b> to redo {{step}} of <b>session {{session}}</b>",
  },
  sessionRescouted:
    "<b>Session {{session}}</b> asked <b>{{role}}</b> to scout again after batch {{batch}}, as <b>{{task}}</b>",
  sessionServed: "<b>Session {{session}}</b> reuses the scout of session {{from}}",
  sessionServedByAgent: "<b>Session {{session}}</b> reuses what {{by}} found",
  scoutSaved: "<b>{{who}}</b> saved a scout for “{{angle}}”",
  sessionProposed:
    "<b>{{who}}</b> presented {{step}} of <b>session {{session}}</b>, version {{version}}",
  sessionReplyRefused:
    "A reply by <b>{{who}}</b> about {{step}} of <b>session {{session}}</b> couldn't be used, attempt {{attempt}}",
  sessionRemarked: "<b>{{who}}</b> replied about {{step}} of <b>session {{session}}</b>",
  sessionAnswered_one: "<b>{{who}}</b> answered {{count}} question of <b>session {{session}}</b>",
  sessionAnswered_other:
    "<b>{{who}}</b> answered {{count}} questions of <b>session {{session}}</b>",
  sessionLevel: {
    agreed: "<b>{{who}}</b> agreed that <b>session {{session}}</b> is {{level}}",
    overridden: "<b>{{who}}</b> made <b>session {{session}}</b> {{level}}, against the proposal",
    skipped: "<b>{{who}}</b> took <b>session {{session}}</b> straight to planning",
  },
  sessionBatches_one: "<b>{{who}}</b> kept <b>session {{session}}</b> in one piece",
  sessionBatches_other: "<b>{{who}}</b> divided <b>session {{session}}</b> into {{count}} batches",
  sessionKept: "<b>{{who}}</b> kept all of <b>session {{session}}</b> in scope",
  sessionSplits_one: "<b>{{who}}</b> split {{count}} part off <b>session {{session}}</b>",
  sessionSplits_other: "<b>{{who}}</b> split {{count}} parts off <b>session {{session}}</b>",
  sessionChosen: "<b>{{who}}</b> chose approach {{approach}} for <b>session {{session}}</b>",
  sessionChoiceLeft:
    "<b>{{who}}</b> let the agents choose the approach of <b>session {{session}}</b>",
  sessionApproved:
    "<b>{{who}}</b> approved section {{section}} of the design of <b>session {{session}}</b>",
  sessionSectionReopened:
    "<b>{{who}}</b> reopened section {{section}} of the design of <b>session {{session}}</b>",
  sessionReopened: {
    batches: "<b>{{who}}</b> reopened the batches of <b>session {{session}}</b>",
    splits: "<b>{{who}}</b> reopened the splits of <b>session {{session}}</b>",
  },
  sessionShown: "<b>{{who}}</b> moved to section {{section}} of <b>session {{session}}</b>",
  sessionEntered: {
    forward: "<b>Session {{session}}</b> moved on to {{step}}",
    back: "<b>{{who}}</b> took <b>session {{session}}</b> back to {{step}}",
    skipped: "<b>Session {{session}}</b> skipped to {{step}}",
    undone: "<b>{{who}}</b> took an answer back: <b>session {{session}}</b> is at {{step}} again",
  },
  sessionPlanned_one:
    "<b>{{who}}</b> approved the plan of <b>session {{session}}</b>: {{count}} task starts",
  sessionPlanned_other:
    "<b>{{who}}</b> approved the plan of <b>session {{session}}</b>: {{count}} tasks start",
  sessionAdvanced: "<b>Session {{session}}</b> has new tasks: {{tasks}}",
  sessionRuled: "<b>Session {{session}}</b> continues: {{what}}",
  sessionRuledAfter: "<b>Session {{session}}</b> continues after {{after}}: {{what}}",
  sessionDispatched: {
    told: "<b>{{who}}</b> let <b>{{tasks}}</b> of <b>session {{session}}</b> go",
    nobody_there: "No coordinator is there: <b>{{tasks}}</b> of <b>session {{session}}</b> went",
    no_answer: "The coordinator didn't answer: <b>{{tasks}}</b> of <b>session {{session}}</b> went",
    in_turn: "It is the turn of <b>{{tasks}}</b> of <b>session {{session}}</b>",
  },
  sessionCheckpointPassed: "<b>{{who}}</b> let <b>session {{session}}</b> continue",
  sessionRevised: {
    improve: "<b>{{who}}</b> had <b>session {{session}}</b> improved: {{steps}}",
    revise: "<b>{{who}}</b> had part of <b>session {{session}}</b> redone: {{steps}}",
    recheck: "<b>{{who}}</b> had <b>session {{session}}</b> checked again: {{steps}}",
    feedback: "<b>{{who}}</b> gave feedback on <b>session {{session}}</b>: {{steps}}",
    discussion: "A discussion in <b>session {{session}}</b> led to a revision: {{steps}}",
  },
  sessionDiscussionOpened:
    "<b>{{by}}</b> handed in {{step}} of <b>session {{session}}</b>; {{round}} discusses it",
  sessionPerspective:
    "<b>{{who}}</b> gave the {{name}} perspective in <b>session {{session}}</b>: {{rating}} of 5",
  sessionDiscussed: {
    reached: "{{round}} on {{step}} of <b>session {{session}}</b> agreed",
    blocked: "{{round}} on {{step}} of <b>session {{session}}</b> is blocked, {{severity}}",
    skipped: "{{round}} on {{step}} of <b>session {{session}}</b> was skipped: nobody took part",
  },
  sessionReworked: "The findings in <b>session {{session}}</b> became <b>{{task}}</b>",
  sessionOverridden:
    "<b>{{who}}</b> let the findings of a review in <b>session {{session}}</b> stand",
  sessionGateOverridden: "<b>{{who}}</b> overrode the {{phase}} gate of <b>session {{session}}</b>",
  sessionBatchEnded:
    "Batch {{batch}} of <b>session {{session}}</b> is done; batch {{next}} is next",
  sessionBatchLast: "Batch {{batch}} of <b>session {{session}}</b> is done, and it was the last",
  sessionAdjusted_one:
    "<b>{{who}}</b> changed what is left of <b>session {{session}}</b>: {{count}} batch",
  sessionAdjusted_other:
    "<b>{{who}}</b> changed what is left of <b>session {{session}}</b>: {{count}} batches",
  sessionNextHeld: "<b>{{who}}</b> held <b>session {{session}}</b> back until somebody starts one",
} as const;
