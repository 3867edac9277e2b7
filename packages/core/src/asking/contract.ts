import * as z from "zod";
import { BudgetScopeBody } from "../budget/contract.ts";
import {
  BULK_MAX,
  DECISION_KINDS,
  DECISION_STATES,
  NOTE_MAX,
  OPTIONS_MAX,
  QUESTION_MAX,
  REASON_MAX,
  URGENCIES,
} from "../decision/decision.ts";
import { CONFIRMATIONS, OPTION_WEIGHTS } from "../decision/look.ts";
import { SESSION_STEPS } from "../flow/steps.ts";
import { pageOf, paging } from "../kernel/page.ts";
import type { DecisionAct } from "../kernel/question.ts";
import type { Refusal } from "../kernel/refusal.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { DecisionUuid, FenceInt, line, RoleNameText, TaskIdText, text } from "../kernel/text.ts";
import { AnswerDetailBody } from "../session/contract.ts";
import { ACT_FIELDS, PLAIN_ACTS } from "./questions.ts";

const defineRoute = routesOf("decisions");

/** What an answer does; the id says nothing. Further kinds may come. */
const Act = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum([...PLAIN_ACTS, "unknown"]) }),
  ...Object.entries(ACT_FIELDS).map(([kind, fields]) => z.object({ kind: z.literal(kind), ...fields })),
]) as z.ZodType as z.ZodType<DecisionAct>;
const Option = z.object({
  /** A name for `answerDecision`. */
  id: z.string(),
  label: z.string(),
  /** What this answer does, in a sentence. */
  consequence: z.string(),
  needsNote: z.boolean(),
  /** It can be taken back until something acted on it. */
  canUndo: z.boolean(),
  act: Act,
  weight: z.enum(OPTION_WEIGHTS),
  /** Ask before sending it: for a note that may go with it, or whether the consequence is intended. */
  confirm: z.enum(CONFIRMATIONS).nullable(),
});
const Subject = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("branch"), key: z.string(), title: z.string(), name: z.string() }),
  z.object({
    kind: z.literal("locks"),
    lockIds: z.array(z.number()),
    names: z.array(z.string()),
  }),
  z.object({
    kind: z.literal("message"),
    messageId: z.string(),
    /** Its subject, in a line. */
    about: z.string(),
    taskId: z.string().nullable(),
  }),
  z.object({ kind: z.literal("budget"), scope: BudgetScopeBody, name: z.string() }),
  z.object({ kind: z.literal("task"), taskId: z.string() }),
  z.object({ kind: z.literal("role"), role: z.string() }),
  z.object({
    kind: z.literal("session"),
    sessionId: z.number(),
    title: z.string(),
    step: z.enum(SESSION_STEPS),
    part: z.string().nullable(),
  }),
  z.object({
    kind: z.literal("call"),
    agentId: z.string(),
    callId: z.string(),
    digest: z.string(),
    taskId: z.string().nullable(),
    tool: z.string(),
    /** As written, cut if long. */
    command: z.string(),
    cwd: z.string(),
    /** What it would change; `null`: known only when it runs. */
    touches: z.array(z.object({ path: z.string().nullable(), access: z.enum(["read", "write", "delete"]) })),
    /** The rule that asks, and what it says. */
    rule: z.string(),
    ruleTitle: z.string(),
    /** Every rule that asks, with the words that it matches. */
    asks: z.array(z.object({ rule: z.string(), words: z.string() })),
    /** When it is denied without an answer, epoch ms. */
    deadlineAt: z.number(),
  }),
]);

/** A decision as the tables have it, ended ones included. */
export const DecisionRow = z.object({
  id: z.string(),
  kind: z.enum(DECISION_KINDS),
  subject: Subject,
  state: z.enum(DECISION_STATES),
  /** Send it along with the answer: an answer to an older one is refused. */
  version: z.number(),
  question: z.string(),
  /** What happened. */
  reason: z.string(),
  options: z.array(Option),
  urgency: z.enum(URGENCIES),
  /** How many cannot continue before the answer: sessions if a session asks, otherwise tasks. */
  holdsUp: z.number(),
  openedAt: z.number(),
  /** The agent that waits for the answer; `null`: the room itself asks. */
  askedBy: z.object({ agentId: z.string(), name: z.string(), role: z.string() }).nullable(),
  /** The decision whose undo opened this one. */
  supersedes: z.string().nullable(),
  /** For an answered decision, and for one whose answer was taken back. */
  answer: z
    .object({
      optionId: z.string(),
      label: z.string(),
      note: z.string(),
      by: z.object({ id: z.string(), name: z.string() }),
      at: z.number(),
    })
    .nullable(),
  /** Its answer can be taken back now. */
  canUndo: z.boolean(),
  /** Withdrawn or superseded: since when, and why. */
  ended: z.object({ at: z.number(), reason: z.string() }).nullable(),
});
export type DecisionRow = z.infer<typeof DecisionRow>;

const DecisionParam = RoomParam.extend({ decisionId: DecisionUuid });

const Answer = z.strictObject({
  optionId: text(60, 1),
  note: text(NOTE_MAX).default(""),
  /** The version that the person saw; without it, the answer is to whatever is asked now. */
  version: z.number().int().min(1).optional(),
  /** For a session's decision: answers to questions, edited batches. */
  detail: AnswerDetailBody.optional(),
});

const Answered = z.object({
  decisionId: z.string(),
  state: z.literal("answered"),
  optionId: z.string(),
  label: z.string(),
  /** What was done. */
  consequence: z.string(),
  canUndo: z.boolean(),
  seq: z.number(),
});
export type Answered = z.infer<typeof Answered>;

export const listDecisions = defineRoute("GET /rooms/:room/decisions", {
  summary: "Decisions of a room, newest first; `state` filters.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: {
    name: "list_decisions",
    description: "What people were asked.",
    leaves: ["state", "cursor"],
  },
  query: z.strictObject({
    state: z.enum(DECISION_STATES).optional(),
    ...paging(50, 200),
  }),
  reply: pageOf(DecisionRow),
});

export const answerDecision = defineRoute("POST /rooms/:room/decisions/:decisionId/answer", {
  summary: "Answers a decision, once. Later answers are refused with what was chosen, by whom and when.",
  access: { who: "room", persons: "approver", agents: false },
  params: DecisionParam,
  body: Answer,
  keyed: true,
  reply: Answered,
});

export const undoDecision = defineRoute("POST /rooms/:room/decisions/:decisionId/undo", {
  summary: "Takes an answer back, as long as nothing has acted on it. What is still open is asked again.",
  access: { who: "room", persons: "approver", agents: false },
  params: DecisionParam,
  keyed: true,
  reply: z.object({
    decisionId: z.string(),
    state: z.literal("superseded"),
    /** The decision that asks in its place; `null` when nothing is open any more. */
    pendingInstead: z.string().nullable(),
    seq: z.number(),
  }),
});

/** What became of one answer of a bulk. */
export type BulkResult = { room: string; decisionId: string } & (
  | { outcome: "applied"; answered: Answered }
  | { outcome: "refused"; refusal: Refusal }
);

export const answerDecisions = defineRoute("POST /decisions/answers", {
  summary:
    "Answers several decisions, in several rooms, each on its own; says for each whether it was applied, or why not.",
  access: { who: "signed_in" },
  body: z.strictObject({
    answers: z
      .array(Answer.extend({ room: RoomParam.shape.room, decisionId: DecisionUuid }))
      .min(1)
      .max(BULK_MAX)
      .refine((answers) => new Set(answers.map((one) => one.decisionId)).size === answers.length, {
        message: "names a decision twice",
      }),
  }),
  keyed: true,
  reply: z.object({
    /** In the order of the answers. */
    results: z.array(z.custom<BulkResult>()),
    applied: z.number(),
    refused: z.number(),
  }),
});

export const askIntervention = defineRoute("POST /rooms/:room/tasks/:taskId/interventions", {
  summary: "Asks a person about the task in hand; its clock is paused, and the next claim waits for the answer.",
  access: { who: "agent" },
  tool: {
    name: "ask_person",
    description: "Asks a person; you keep the task; `wait_for_task` has the answer.",
    leaves: ["id", "suggestedRole"],
  },
  params: RoomParam.extend({ taskId: TaskIdText }),
  body: z.strictObject({
    fence: FenceInt,
    question: text(QUESTION_MAX, 1),
    /** Why the agent cannot continue, and what it tried. */
    reason: text(REASON_MAX).default(""),
    /** Answers that the agent can think of, each with what it would do then; a free answer is always possible. */
    options: z
      .array(
        z.strictObject({
          id: z
            .string()
            .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "is not an option's id")
            .optional(),
          label: line(80),
          consequence: text(500).default(""),
        }),
      )
      .max(OPTIONS_MAX)
      .default([]),
    /** A role that could take the task over instead. */
    suggestedRole: RoleNameText.optional(),
    urgency: z.enum(URGENCIES).default("medium"),
    /** Files outside the task's boundaries that it asks to change; a person's answer may allow them. */
    outside: z.array(line(300)).max(20).optional(),
  }),
  act: true,
  reply: z.object({
    decisionId: z.string(),
    state: z.literal("pending"),
    options: z.array(z.object({ id: z.string(), label: z.string() })),
    seq: z.number(),
  }),
});
