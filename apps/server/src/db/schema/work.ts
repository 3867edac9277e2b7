import type { RoleName } from "@squadroom/core/kernel/ids";
import type { Output } from "@squadroom/core/task/outputs";
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { at, count, document, roomId } from "./columns.ts";
import { handedOn, RESULT_TEXT, wordsIn } from "./search-words.ts";

/** Projection of the agents that have joined. */
export const agents = pgTable(
  "agents",
  {
    roomId: roomId(),
    id: uuid().notNull(),
    name: text().notNull(),
    role: text().notNull().$type<RoleName>(),
    class: text().notNull(),
    harness: text(),
    connection: integer().notNull(),
    online: boolean().notNull(),
    joinedAt: at().notNull(),
    offlineSince: at(),
    offlineReason: text(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.id] })],
);

/** Projection of the task machine: narrow, only what changes with each step. */
export const tasks = pgTable(
  "tasks",
  {
    roomId: roomId(),
    id: text().notNull(),
    role: text().notNull().$type<RoleName>(),
    state: text().notNull(),
    priority: text().notNull(),
    holderId: uuid(),
    /** Who claimed it last; kept after its end. */
    lastHolderId: uuid(),
    fence: count(),
    claimedAt: at(),
    attempts: integer().notNull(),
    /** How the last attempt without a result ended. */
    lastEnd: text(),
    frontAt: at(),
    parkedAt: at(),
    createdAt: at().notNull(),
    endedAt: at(),
    unreviewed: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.id] }),
    index("tasks_by_age").on(t.roomId, t.createdAt, t.id),
    // No index has the state: a claim then changes no index, and its old row is cleared away at once.
    index("tasks_live").on(t.roomId, t.createdAt).where(sql`${t.endedAt} is null`),
    index("tasks_by_end").on(t.roomId, t.endedAt).where(sql`${t.endedAt} is not null`),
  ],
);

/** What a task was created with; never changes. */
export const taskDetails = pgTable(
  "task_details",
  {
    roomId: roomId(),
    taskId: text().notNull(),
    title: text().notNull(),
    instruction: text().notNull(),
    agentId: uuid(),
    timeoutS: integer().notNull(),
    createdBy: document<unknown>().notNull(),
    origin: document<unknown>().notNull(),
    intent: text(),
    fromTaskId: text(),
    sessionId: integer(),
    /** The fan-out of which it is a branch. */
    branchOf: integer(),
    boundaries: document<unknown>().notNull(),
    outputs: document<Output[]>().notNull(),
    successCriteria: document<string[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.taskId] }),
    index("task_details_session").on(t.roomId, t.sessionId).where(sql`${t.sessionId} is not null`),
    // What a handed-on task became.
    index("task_details_heirs").on(t.roomId, t.fromTaskId).where(sql`${t.fromTaskId} is not null`),
    index("task_details_words").using("gin", sql.raw(wordsIn("title || ' ' || instruction"))),
  ],
);

export const taskRequirements = pgTable(
  "task_requirements",
  { roomId: roomId(), taskId: text().notNull(), requiresId: text().notNull() },
  (t) => [primaryKey({ columns: [t.roomId, t.taskId, t.requiresId] })],
);

export const taskProgress = pgTable(
  "task_progress",
  { roomId: roomId(), taskId: text().notNull(), progress: document<unknown>().notNull() },
  (t) => [primaryKey({ columns: [t.roomId, t.taskId] })],
);

export const taskResults = pgTable(
  "task_results",
  { roomId: roomId(), taskId: text().notNull(), result: document<unknown>().notNull() },
  (t) => [
    primaryKey({ columns: [t.roomId, t.taskId] }),
    index("task_results_words").using("gin", sql.raw(wordsIn(RESULT_TEXT))),
  ],
);

/** What the reviewers of a plan's task said, round by round. */
export const taskReviews = pgTable(
  "task_reviews",
  {
    roomId: roomId(),
    taskId: text().notNull(),
    round: integer().notNull(),
    role: text().notNull().$type<RoleName>(),
    /** The task that asked for it. */
    reviewTaskId: text().notNull(),
    askedAt: at().notNull(),
    /** `null` while the verdict is awaited, and if a person waived it. */
    by: document<unknown>(),
    passed: boolean(),
    /** Summary, findings, what must change, repairs. */
    verdict: document<unknown>(),
    at: at(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.taskId, t.round, t.role] })],
);

const HANDED_ON = handedOn("intent", "recipient");

/** The conversation; `seq` orders it. */
export const messages = pgTable(
  "messages",
  {
    roomId: roomId(),
    id: uuid().notNull(),
    seq: count().notNull(),
    sender: document<unknown>().notNull(),
    recipient: document<unknown>().notNull(),
    body: text().notNull(),
    intent: text(),
    mentions: document<string[]>().notNull(),
    repliesTo: uuid(),
    taskId: text(),
    at: at().notNull(),
    /** Names of its files; `null` if it has none. */
    attachments: document<unknown>(),
    /** What an agent said about it: kind, subject, priority, what it is about, when its answer is due. */
    head: document<unknown>(),
    /** How a routed team decided about it. */
    route: document<unknown>(),
  },
  (t) => [
    primaryKey({ columns: [t.roomId, t.id] }),
    index("messages_by_seq").on(t.roomId, t.seq),
    index("messages_replies").on(t.roomId, t.repliesTo).where(sql`${t.repliesTo} is not null`),
    index("messages_words")
      .using("gin", sql.raw(wordsIn("body")))
      .where(sql.raw(`NOT (${HANDED_ON})`)),
    index("messages_handed_on").on(t.roomId, t.taskId).where(sql.raw(HANDED_ON)),
  ],
);

export const handoffs = pgTable(
  "handoffs",
  {
    roomId: roomId(),
    id: uuid().notNull(),
    seq: count().notNull(),
    fromTaskId: text().notNull(),
    fromAgentId: uuid(),
    fromRole: text().notNull(),
    to: text().notNull(),
    intent: text().notNull(),
    taskId: text(),
    messageId: uuid().notNull(),
    variant: text().notNull(),
    unreviewed: boolean().notNull(),
    queuedAnyway: boolean().notNull(),
    at: at().notNull(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.id] })],
);
