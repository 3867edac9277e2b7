import * as z from "zod";
import { BudgetRow, RaisedBody, WholeBudget } from "../budget/contract.ts";
import { COMPLEXITIES, PROPOSAL_STEPS, SESSION_STEPS } from "../flow/steps.ts";
import { BoundariesBody } from "../kernel/assignment.ts";
import { pageOf, paging } from "../kernel/page.ts";
import { routesOf } from "../kernel/route.ts";
import { line, text } from "../kernel/text.ts";
import type { Reply } from "../reply/shapes.ts";
import { UsageSum } from "../usage/contract.ts";
import type { BatchRecord } from "./batch/record.ts";
import type { StallReason } from "./pipeline/stall.ts";
import { GATE_PRESETS, type Gate } from "./record/gate.ts";
import { LOG_LINES, LOG_LINES_MAX, SessionLogLine } from "./record/log-line.ts";
import { ANSWER_MAX } from "./record/question.ts";
import { Angle, boundaryOptions, Changed, Id, SessionParam } from "./record/route-parts.ts";
import { BATCHES_MAX, SESSION_STATUSES, SESSION_TEXT_MAX, SESSION_TITLE_MAX, type Session } from "./record/session.ts";
import { SessionReview } from "./review/session-review.ts";
import type { StepRow } from "./step-rows.ts";
import type { WorkerReport } from "./workers.ts";

const defineRoute = routesOf("sessions");

/** A session as lists have it, ended ones included. */
export const SessionRow = z.object({
  id: z.number(),
  title: z.string(),
  status: z.enum(SESSION_STATUSES),
  step: z.enum(SESSION_STEPS),
  isParked: z.boolean(),
  level: z.enum(COMPLEXITIES).nullable(),
  /** For a session in batches: the current one, from 1, and how many there are. */
  batch: z.object({ at: z.number(), of: z.number() }).nullable(),
  createdAt: z.number(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  endReason: z.string().nullable(),
  createdBy: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  splitOf: z.number().nullable(),
  itemId: z.number().nullable(),
  /** Queued ones start in the order of this text. */
  position: z.string(),
  usage: UsageSum,
  /** What it may consume; `null`: no limit. */
  budget: BudgetRow.nullable(),
  /** Since when it has been out of the lists; `null`: it isn't. */
  archivedAt: z.number().nullable(),
  /** Since when its texts have been gone; `null`: they aren't. */
  deletedAt: z.number().nullable(),
});
export type SessionRow = z.infer<typeof SessionRow>;

/** A line of a session's conversation. */
export const SessionEntry = z.object({
  seq: z.number(),
  at: z.number(),
  step: z.enum(SESSION_STEPS),
  role: z.enum(["agent", "person"]),
  by: z.string(),
  /** `proposal`: presented, `version` has it whole; `refusal`: a reply that could not be used; `undone`: an answer taken back. */
  kind: z.enum(["proposal", "remark", "comment", "choice", "undone", "refusal"]),
  /** The note of an answer: a `comment`; empty for a `choice`, which has none. */
  content: z.string(),
  version: z.number().nullable(),
  /** What a person chose, by the answer's label; as edited, if the person changed what was proposed. */
  chosen: z.string().nullable(),
});
export type SessionEntry = z.infer<typeof SessionEntry>;

export const SessionVersion = z.object({
  step: z.enum(PROPOSAL_STEPS),
  /** From 0 in a session with batches, for what each batch has of its own. */
  batch: z.number().nullable(),
  version: z.number(),
  by: z.string(),
  at: z.number(),
});
export type SessionVersion = z.infer<typeof SessionVersion>;

/** What a person decided about a session, with the note given. */
export const SessionDecision = z.object({
  seq: z.number(),
  at: z.number(),
  step: z.enum(SESSION_STEPS),
  /** From 0: the batch that was under way; `null` for what all batches share, and if there are none. */
  batch: z.number().nullable(),
  by: z.string(),
  /** The answer, as the person saw it. */
  chosen: z.string(),
  /** Empty if no note was given. */
  note: z.string(),
});

const Answers = z.record(
  text(60, 1),
  z.strictObject({ option: text(500).optional(), text: text(ANSWER_MAX).optional() }),
);

/** First quartile, median and third quartile. */
const SpreadShape = z.object({ low: z.number(), mid: z.number(), high: z.number() });
const PlanEstimateShape = z.object({
  tasks: z.number(),
  /** Tasks of roles for which no task has passed here: the figures leave them out. */
  unjudged: z.number(),
  /** Ended tasks on which it is based. */
  judgedBy: z.number(),
  /** `null`: nothing to judge by. */
  workMs: SpreadShape.nullable(),
  /** Millionths of a dollar; `null`: the price for some role is unknown. */
  costUsdMicros: SpreadShape.nullable(),
});

const Part = z.strictObject({
  title: line(SESSION_TITLE_MAX),
  description: text(4_000).default(""),
});
/** All of them, in order; an empty list: one piece, or nothing split off. */
const Parts = z.array(Part).max(BATCHES_MAX);

/** What an answer to a session's decision may carry besides its option and its note. */
export const AnswerDetailBody = z.strictObject({
  /** To questions, by their ids; neither option nor text takes an answer back. */
  answers: Answers.optional(),
  /** For a checkpoint, the remaining batches, as edited; for a scope, its batches or splits. */
  parts: Parts.optional(),
  /** For a triage: its batches as edited; empty: one piece. Left out: as proposed. */
  batches: Parts.optional(),
  /** For a triage: what is split off, as edited; empty: everything stays. Left out: as proposed. */
  splits: Parts.optional(),
  /** What a used budget is raised to; by default half as much again. */
  budget: RaisedBody.optional(),
});

export const listSessions = defineRoute("GET /rooms/:room/sessions", {
  command: {
    usage: "session list",
    help: "list the running one, the queue, and ended ones",
    options: { text: ["--text <words>", "with these words in the title"] },
  },
  summary: "Sessions of a room: open ones in their order, all on the first page, then ended ones, latest first.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: {
    name: "list_sessions",
    description: "Sessions; `status`: live, ended, a session's.",
    leaves: ["text", "cursor"],
  },
  query: z.strictObject({
    /** A status, all that have not ended, or all that have; archived ones only if asked for. */
    status: z.enum([...SESSION_STATUSES, "live", "ended", "archived"]).optional(),
    /** Part of its title. */
    text: line(200).optional(),
    /** `limit` counts ended ones. */
    ...paging(50, 200),
  }),
  reply: pageOf(SessionRow),
});

export const getSession = defineRoute("GET /rooms/:room/sessions/:sessionId", {
  summary:
    "One session in full, ended or not: its state, what was presented, answered, decided and done, its gates, and what it asks now.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: {
    name: "show_session",
    description: "One session: its state, plan, reviews, decisions.",
    leaves: ["log"],
  },
  params: SessionParam,
  query: z.strictObject({
    /** How many lines of its roles' log, the latest. */
    log: z.coerce.number().int().min(0).max(LOG_LINES_MAX).default(LOG_LINES),
  }),
  reply: z.object({
    row: SessionRow,
    description: z.string(),
    /** Where it is; for an ended one, as of its end. `null`: it ended before rooms kept that. */
    session: z.custom<Session>().nullable(),
    /** Plan, tasks and review of each batch that was begun; a session without batches has one. */
    batches: z.array(z.custom<BatchRecord>()),
    /** Every round of every review, of tasks and of the whole, the oldest first. */
    reviews: z.array(SessionReview),
    /** What people decided, with their notes, the oldest first. */
    decided: z.array(SessionDecision),
    /** Each gate with its evidence, as far as `session` is known. */
    gates: z.array(z.custom<Gate>()),
    /** For a pipeline: what each role has done so far, or all in all. */
    workers: z.array(z.custom<WorkerReport>()),
    /** For a pipeline: the present state of each step, and why; revisions after what they revise. */
    steps: z.array(z.custom<StepRow>()),
    /** For a pipeline that doesn't move: why not, task by task; `null`: it moves, or doesn't run. */
    stall: z.array(z.custom<StallReason>()).nullable(),
    /** What its roles wrote into their log, oldest first; `logLeft`: whether there are earlier lines. */
    log: z.array(SessionLogLine),
    logLeft: z.boolean(),
    /** The latest, oldest first. */
    entries: z.array(SessionEntry),
    versions: z.array(SessionVersion),
    /** What the currently presented plan will probably take, from what tasks took here. */
    estimate: PlanEstimateShape.nullable(),
    /** Decisions that wait for a person because of it or of one of its tasks. */
    pending: z.array(z.string()),
    /** The room's `seq` at which this holds. */
    seq: z.number(),
  }),
});

export const getProposal = defineRoute("GET /rooms/:room/sessions/:sessionId/proposals/:step/:version", {
  summary: "One version of what was presented at a step, with what was repaired to read it.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: {
    name: "show_proposal",
    description: "What a session's step presented.",
  },
  params: SessionParam.extend({
    step: z.enum(PROPOSAL_STEPS),
    version: z.coerce.number().int().min(1).max(1e6),
  }),
  query: z.strictObject({ batch: z.coerce.number().int().min(0).max(1e6).optional() }),
  reply: z.object({
    version: SessionVersion,
    value: z.custom<Reply>(),
    repairs: z.array(z.object({ kind: z.string(), path: z.string(), message: z.string() })),
  }),
});

export const createSession = defineRoute("POST /rooms/:room/sessions", {
  command: {
    usage: "session add <title...>",
    help: "add a session; it starts when no other one is running",
    more: "The description says what is wanted and why; agents and people read it at every step.",
    text: "description",
    options: {
      description: "what is wanted, and why",
      angle: ["--angle <words>", "the angle its scout looks from; `squadroom scout show` lists known ones"],
      pipeline: [
        "--pipeline <name>",
        "it goes this way instead of being talked through; `squadroom pipelines` lists them",
      ],
      itemId: ["--item <id>", "the backlog item it comes from"],
      gatePreset: ["--gates <preset>", "minimum, production or gold; else the room's"],
      ...boundaryOptions,
      "budget.tokens": "limit in tokens",
      "budget.costUsd": ["--usd <n>", "limit in US dollars"],
      "budget.runs": "limit in runs, that is attempts at its tasks",
      "budget.warnAt": ["--warn-at <share>", "warn at this share of a limit"],
    },
    says: "Session {sessionId}. [ahead?{ahead} ahead of it.|It starts.]",
  },
  creates: ({ room }, { sessionId }: { sessionId: number }) => `/rooms/${room}/sessions/${sessionId}`,
  summary: "A piece of work on its way from idea to done; it starts when no other one runs.",
  access: { who: "room", persons: "lead", agents: true },
  tool: {
    name: "create_session",
    description: "Begins work from idea to done.",
    leaves: ["budget", "gatePreset", "boundaries", "angle"],
  },
  body: z.strictObject({
    title: line(SESSION_TITLE_MAX),
    description: text(SESSION_TEXT_MAX).default(""),
    /** The backlog item from which it comes. */
    itemId: Id.optional(),
    /** Set by people only. */
    budget: WholeBudget.optional(),
    /** The point of view of its scout; earlier findings from there are served while nothing has changed. */
    angle: Angle.optional(),
    /** What its gates ask for; by default the room's preset. */
    gatePreset: z.enum(GATE_PRESETS).optional(),
    /** What its tasks may change, and must not. */
    boundaries: BoundariesBody.optional(),
    /** A pipeline's name: its steps become tasks; without one the session goes step by step. */
    pipeline: line(60).optional(),
  }),
  act: true,
  reply: z.object({ sessionId: z.number(), ahead: z.number(), seq: z.number() }),
});

export const editSession = defineRoute("PUT /rooms/:room/sessions/:sessionId", {
  summary: "Edits a session that has not started.",
  access: { who: "room", persons: "lead", agents: false },
  params: SessionParam,
  body: z.strictObject({
    title: line(SESSION_TITLE_MAX).optional(),
    description: text(SESSION_TEXT_MAX).optional(),
  }),
  act: true,
  reply: Changed,
});

export const answerQuestions = defineRoute("POST /rooms/:room/sessions/:sessionId/answers", {
  summary: "Saves answers to some of the questions, in any order; answering the decision ends the step.",
  access: { who: "room", persons: "approver", agents: false },
  params: SessionParam,
  body: z.strictObject({ answers: Answers }),
  act: true,
  reply: Changed,
});
