import * as z from "zod";
import { CONNECTION_CLASSES } from "../agent/agent.ts";
import { DecisionRow } from "../asking/contract.ts";
import { URGENCIES } from "../decision/decision.ts";
import { pageOf, paging } from "../kernel/page.ts";
import { routesOf } from "../kernel/route.ts";
import { PersonUuid, Uuid } from "../kernel/text.ts";
import { UsageSum } from "../usage/contract.ts";
import { INBOX_GROUPS, THING, THINGS_MAX } from "./thing.ts";

const defineRoute = routesOf("inbox");

const Named = z.object({ id: z.string(), name: z.string() });
const Room = Named;
const place = {
  room: Room,
  sinceAt: z.number(),
  urgency: z.enum(URGENCIES),
  /** How many tasks or sessions cannot continue before. */
  holdsUp: z.number(),
  /** Handed over to somebody who takes care of it; `null`: whoever comes first does. */
  heldBy: z.object({ person: Named, by: Named, at: z.number() }).nullable(),
  /**
   * The caller snoozed it: until a time (epoch ms), or until its subject changes (`null`). `isOver`: it is back,
   * because the time has come.
   */
  snoozed: z.object({ until: z.number().nullable(), at: z.number(), isOver: z.boolean() }).nullable(),
};

/** A decision that waits for an answer; `answerDecision` gives one. */
const DecisionItem = z.object({
  kind: z.literal("decision"),
  ...place,
  decision: DecisionRow,
  /** Usage so far of the session that it is about. */
  usage: UsageSum.nullable(),
});

/** A question to the user; `sendMessage` with `repliesTo` answers it, as a new task of the entry point. */
const QuestionItem = z.object({
  kind: z.literal("question"),
  ...place,
  messageId: z.string(),
  text: z.string(),
  from: z.object({ agentId: z.string().nullable(), name: z.string(), role: z.string() }),
  taskId: z.string().nullable(),
});

/**
 * Rooms that lack an agent in a role, where nobody present could take over: one cause, one row. An agent that joins
 * settles each of them, and so does the one answer that their decisions share. `room` is that of the first.
 */
const EmptyRolesItem = z.object({
  kind: z.literal("empty_roles"),
  ...place,
  asked: z.array(z.object({ room: Room, decision: DecisionRow })),
});

/** An agent that holds a task and gives no sign of life: `putBackTask` takes it away, or its lease ends by itself. */
const StuckItem = z.object({
  kind: z.literal("stuck"),
  ...place,
  agent: z.object({
    id: z.string(),
    name: z.string(),
    role: z.string(),
    class: z.enum(CONNECTION_CLASSES),
  }),
  reach: z.enum(["unstable", "offline"]),
  task: z.object({ id: z.string(), title: z.string() }),
  /** When its task goes back to the queue, if it stays silent. */
  leaseEndsAt: z.number(),
});

/** Clearing mode is paused after items in a row whose work failed; `resumeClearing` lets it continue. */
const PausedItem = z.object({ kind: z.literal("paused"), ...place, items: z.array(z.number()) });

/** A backlog item whose work is done; `closeItem` or `reopenItem` answers it. */
const ReviewItem = z.object({
  kind: z.literal("review"),
  ...place,
  item: z.object({ id: z.number(), title: z.string() }),
  summary: z.string(),
  by: z.string(),
  taskId: z.string().nullable(),
});

export const InboxItem = z.discriminatedUnion("kind", [
  DecisionItem,
  EmptyRolesItem,
  QuestionItem,
  PausedItem,
  StuckItem,
  ReviewItem,
]);
export type InboxItem = z.infer<typeof InboxItem>;

/** An agent at work: nothing to do here. */
export const WorkingRow = z.object({
  room: Room,
  agent: z.object({ id: z.string(), name: z.string(), role: z.string() }),
  task: z.object({ id: z.string(), title: z.string(), state: z.enum(["claimed", "in_progress"]) }),
  percent: z.number().nullable(),
  action: z.string().nullable(),
  /** Since its claim. */
  sinceAt: z.number(),
  /** When it counts as stuck, unless it gives a sign of life before. */
  silentAt: z.number(),
});
export type WorkingRow = z.infer<typeof WorkingRow>;

/** What happened in all these rooms since a given time. */
export const Away = z.object({
  sinceAt: z.number(),
  tasksCompleted: z.number(),
  tasksCancelled: z.number(),
  /** Tasks whose third attempt ended: each opened a decision. */
  tasksFailed: z.number(),
  questionsAsked: z.number(),
  decisionsOpened: z.number(),
  /** By the caller, and by others. */
  decisionsAnswered: z.object({ byMe: z.number(), byOthers: z.number() }),
  decisionsWithdrawn: z.number(),
});
export type Away = z.infer<typeof Away>;

/** An answer that was given. */
export const DecidedRow = z.object({
  room: Room,
  decision: DecisionRow,
  /** It can be taken back, and by the caller. */
  mayUndo: z.boolean(),
});
export type DecidedRow = z.infer<typeof DecidedRow>;

export const Inbox = z.object({
  /** The server's clock, epoch ms. */
  now: z.number(),
  /** All there are, including those of later pages. */
  counts: z.object({
    needsYou: z.number(),
    /** By room, how many of these are about it; rooms in which nothing waits are left out. */
    byRoom: z.record(z.string(), z.number()),
    mine: z.number(),
    snoozed: z.number(),
    others: z.number(),
    working: z.number(),
    /** What the open decisions hold up. */
    heldUp: z.object({ tasks: z.number(), sessions: z.number() }),
  }),
  /** In the rooms where the caller may answer: the most urgent first, then what holds up the most, then the oldest. */
  needsYou: pageOf(InboxItem),
  /** In the rooms that the caller may see, the latest claim first; agents that wait for a person are left out. */
  working: pageOf(WorkingRow),
  /** Answered in the last week, and everything that can still be taken back; the latest first. */
  decided: pageOf(DecidedRow),
  /** When the next thing that the caller snoozed comes back by itself, epoch ms; `null`: none does. */
  wakesAt: z.number().nullable(),
  /** `null` on the first visit. */
  away: Away.nullable(),
});
export type Inbox = z.infer<typeof Inbox>;

const page = paging(50, 200);

export const getInbox = defineRoute("GET /inbox", {
  summary:
    "Everything in your rooms that needs a person, who is working, what was decided, and what happened since your last visit.",
  access: { who: "signed_in" },
  /** `limit`: rows of each group; `listNeedsYou`, `listWorking` and `listDecided` have the next pages. */
  query: z.strictObject({ limit: page.limit }),
  reply: Inbox,
});

export const listNeedsYou = defineRoute("GET /inbox/needs-you", {
  summary: "A page of what waits for you, or of what you snoozed or others handle (`group`).",
  access: { who: "signed_in" },
  query: z.strictObject({
    group: z.enum(INBOX_GROUPS).default("waiting"),
    ...page,
  }),
  reply: pageOf(InboxItem),
});

export const listWorking = defineRoute("GET /inbox/working", {
  summary: "The agents at work.",
  access: { who: "signed_in" },
  query: z.strictObject(page),
  reply: pageOf(WorkingRow),
});

export const listDecided = defineRoute("GET /inbox/decided", {
  summary: "Past decisions.",
  access: { who: "signed_in" },
  query: z.strictObject(page),
  reply: pageOf(DecidedRow),
});

export const markVisited = defineRoute("PUT /inbox/visit", {
  repeat: "Takes no key: a repeated request sets the time again.",
  summary: "Marks the inbox as seen; the next one sums up from here.",
  access: { who: "signed_in" },
  reply: z.object({ visitedAt: z.number() }),
});

export const getUnread = defineRoute("GET /inbox/unread", {
  summary: "For each room with unread messages from others, how many there are.",
  access: { who: "signed_in" },
  reply: z.object({ rooms: z.record(z.string(), z.number()) }),
});

export const markLooked = defineRoute("PUT /inbox/looks", {
  repeat: "Takes no key: the mark never moves back.",
  summary: "Marks a room's log as seen up to an event.",
  access: { who: "signed_in" },
  body: z.strictObject({ room: Uuid, seq: z.number().int().min(0) }),
  /** `seq`: as far as is known now; `null`: the caller may not see that room. `before`: until now; `null`: never. */
  reply: z.object({ seq: z.number().nullable(), before: z.number().nullable() }),
});

/** Rooms by id, things by the names in `thing.ts`. */
const things = z
  .array(z.strictObject({ room: Uuid, item: z.string().regex(THING, "is not an id from the inbox") }))
  .min(1)
  .max(THINGS_MAX);
/** How many of them still wait there; the others are left as they are. */
const applied = z.object({ applied: z.number() });

export const snooze = defineRoute("PUT /inbox/snoozes", {
  repeat: "Takes no key: a repeated request sets the same again.",
  summary:
    "Snoozes things in your inbox until a time, or, without one, until they change. A change brings them back early.",
  access: { who: "signed_in" },
  body: z.strictObject({ things, until: z.number().int().min(0).nullable().default(null) }),
  reply: applied,
});

export const wake = defineRoute("PUT /inbox/wakes", {
  repeat: "Takes no key: a repeated request changes nothing.",
  summary: "Brings snoozed things back at once.",
  access: { who: "signed_in" },
  body: z.strictObject({ things }),
  reply: applied,
});

export const listTakers = defineRoute("POST /inbox/takers", {
  repeat: "Takes no key: it changes nothing.",
  summary: "The people who may settle all of these things, you included: whom you can hand them over to.",
  access: { who: "signed_in" },
  body: z.strictObject({ things, ...paging(200, 1000) }),
  reply: pageOf(Named),
});

export const handOver = defineRoute("PUT /inbox/handovers", {
  repeat: "Takes no key: a repeated request sets the same again.",
  summary:
    "Hands things over to somebody who may settle them, or takes them yourself; `null` gives them back to everybody. All of them or none.",
  access: { who: "signed_in" },
  body: z.strictObject({ things, to: PersonUuid.nullable() }),
  reply: applied,
});
