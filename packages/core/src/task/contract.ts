import * as z from "zod";
import { AttachmentShape } from "../attachment/contract.ts";
import { DeliveryReply } from "../delivery/contract.ts";
import { OutputShape } from "../delivery/facts.ts";
import { BoundariesShape } from "../delivery/session-facts.ts";
import { WisdomBodies } from "../delivery/wisdom-body.ts";
import type { ErrorRow } from "../error/contract.ts";
import { BoundariesBody, OutputsBody, TimeLimit } from "../kernel/assignment.ts";
import { pageOf, paging } from "../kernel/page.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { AgentUuid, FenceInt, line, RoleNameText, TaskIdText, text, Uuid } from "../kernel/text.ts";
import { REPLY_MAX } from "../reply/parse.ts";
import { FINDING_SEVERITIES } from "../reply/severities.ts";
import { VERDICTS } from "../reply/verdict.ts";
import { PREFIX } from "../team/spec.ts";
import { UsageBody, UsageSum } from "../usage/contract.ts";
import { BLOCKED_KINDS } from "./blocked.ts";
import { PAUSES } from "./clock.ts";
import { ArtifactBody, CheckBodies, FoundBody, MadeBodies, ProgressBody } from "./progress-body.ts";
import { ATTEMPT_ENDS, PRIORITIES, type Progress, REQUIRES_MAX, TASK_STATES } from "./task.ts";

const defineRoute = routesOf("tasks");

/** As delivered, or its number there, from 1. */
const Criterion = z.union([line(500), z.number().int().min(1)]);
const CRITERION_ANSWER = { met: z.boolean(), note: text(1_000).optional() };
export const ResultBody = z.strictObject({
  summary: text(4_000, 1),
  criteria: z
    .array(z.strictObject({ criterion: Criterion, ...CRITERION_ANSWER }))
    .max(50)
    .optional(),
  keyDecisions: z.array(text(1_000)).max(50).optional(),
  artifacts: MadeBodies.optional(),
  warnings: z.array(text(1_000)).max(50).optional(),
  /** What changed, as a unified diff: a file stored in the room beforehand. */
  diff: Uuid.optional(),
  /** What was run on it: `tests`, `coverage` in percent, `warnings` by count, or any other. */
  checks: CheckBodies.optional(),
  /** For a pipeline's step: whether the work that it judges passes, or whether it could do its own. */
  verdict: z.enum(VERDICTS).optional(),
});
/** A result as stored. */
const ResultShape = ResultBody.extend({
  criteria: z.array(z.strictObject({ criterion: line(500), ...CRITERION_ANSWER })).optional(),
  artifacts: z.array(ArtifactBody.extend({ contentId: z.string().optional() })).optional(),
  diff: AttachmentShape.optional(),
  /** `unclear`: a person decides. */
  verdict: z.enum([...VERDICTS, "unclear"]).optional(),
  /** What the diff changes: lines inside its hunks, and its files, the first fifty by name. */
  changes: z
    .object({
      added: z.number(),
      removed: z.number(),
      files: z.array(z.string()),
      fileCount: z.number(),
    })
    .optional(),
});
export const TaskBody = z.strictObject({
  ref: z
    .string()
    .regex(/^[\w.-]{1,40}$/)
    .optional(),
  /** Its owner; can be left out if there is a prefix. */
  role: RoleNameText.optional(),
  /** What its id begins with, if its role has several prefixes: `QUALITY`. */
  prefix: z.string().regex(PREFIX).max(40).optional(),
  agentId: AgentUuid.optional(),
  title: line(200),
  instruction: text(20_000, 1),
  priority: z.enum(PRIORITIES).optional(),
  timeoutS: TimeLimit.optional(),
  requires: z.array(line(60)).max(REQUIRES_MAX).optional(),
  /** The inverse: tasks that wait for this one, if they have not begun. */
  blocks: z.array(line(60)).max(REQUIRES_MAX).optional(),
  boundaries: BoundariesBody.optional(),
  /** What it has to make: paths, `name=path` or `{name, path}`; or a map from names to paths. */
  outputs: OutputsBody.optional(),
  successCriteria: z.array(line(500)).max(50).optional(),
});
const TaskParam = RoomParam.extend({ taskId: TaskIdText });

/** The answer to a claim that finds nothing; `retryAfterS` says when to come back. */
export const NoTask = z.object({
  status: z.literal("empty"),
  task: z.null(),
  reason: z.enum(["no_tasks", "blocked", "role_busy", "waiting_on_human", "waiting_for_answer", "server_stopping"]),
  detail: z.string(),
  retryAfterS: z.number(),
  messages: DeliveryReply.shape.messages,
  seq: z.number(),
});
export const ClaimReply = z.discriminatedUnion("status", [
  z.object({ status: z.literal("task"), task: DeliveryReply, again: z.boolean(), seq: z.number() }),
  NoTask,
]);
export type ClaimReply = z.infer<typeof ClaimReply>;

export const claimTask = defineRoute("POST /rooms/:room/claims", {
  repeat: "Needs no key: while you hold a task, the answer is that task.",
  summary: "Returns the task in hand, else claims the role's next ready task; waits up to `waitS` for one.",
  access: { who: "agent" },
  tool: {
    name: "wait_for_task",
    description: "Returns your task, or waits for the next one.",
    leaves: ["waitS"],
  },
  body: z.strictObject({ waitS: z.number().min(0).max(300).default(0) }).default({ waitS: 0 }),
  keyed: true,
  reply: ClaimReply,
});

const NextReply = z.union([DeliveryReply, z.null()]);

export const reportProgress = defineRoute("POST /rooms/:room/tasks/:taskId/progress", {
  summary: "Reports how far the task in hand is.",
  access: { who: "agent" },
  tool: {
    name: "report_progress",
    description: "Says how far your task is; keeps it yours; brings mail.",
    leaves: ["stage", "size", "atWork"],
  },
  params: TaskParam,
  body: ProgressBody,
  keyed: true,
  bodyLimit: 2_500_000,
  refuses: ["role_unknown", "limit_reached", "path_invalid"],
  reply: z.object({
    taskId: z.string(),
    fence: z.number(),
    state: z.literal("in_progress"),
    /** Reported files that the task's boundaries forbid: completing it is refused unless a lead allows them. */
    outside: z.array(z.string()),
    /** A subagent failed: the one to try once instead; `null` with a `warning`: continue without. */
    retryWith: z.string().nullable(),
    warning: z.string().nullable(),
    messages: DeliveryReply.shape.messages,
    seq: z.number(),
  }),
});

export const completeTask = defineRoute("POST /rooms/:room/tasks/:taskId/completion", {
  summary:
    "Ends the task with its result, without passing it on. On the last task of a user's message, the summary is the answer. `next` claims the next task in the same commit.",
  access: { who: "agent" },
  tool: {
    name: "complete_task",
    description: "Ends your task with its result; returns your next one.",
    leaves: ["stage", "files", "labels", "roles"],
    plain: ["found"],
    endsTask: true,
  },
  params: TaskParam,
  body: z.strictObject({
    fence: FenceInt,
    result: ResultBody,
    /** What a session asked for: JSON, or text with the JSON in it. */
    reply: z.union([text(REPLY_MAX), z.record(text(REPLY_MAX), z.unknown())]).optional(),
    /**
     * An earlier attempt was cut short: what is there of the files that it had finished, and checks that were run
     * again. Refused unless that is everything.
     */
    found: FoundBody.optional(),
    next: z.boolean().default(false),
    usage: UsageBody.optional(),
    wisdom: WisdomBodies.optional(),
  }),
  keyed: true,
  bodyLimit: 2_500_000,
  reply: z.object({
    taskId: z.string(),
    /**
     * `in_review`: for a plan's task, its reviewers have it. `reply_refused`: the reply cannot be used, and you still
     * hold the task; `message` says why.
     */
    state: z.enum(["completed", "in_review", "reply_refused", "failed"]),
    /** Also for an accepted reply: which of its fields were ignored or read differently. */
    message: z.string().nullable().optional(),
    /** Roles that judge it now; their findings bring it back. */
    reviewers: z.array(RoleNameText).optional(),
    /** `in_review` in a pipeline: rounds of discussion that it goes through before it counts. */
    discussed: z.array(z.string()).optional(),
    /** Outputs of the task that neither its artifacts nor its diff have; it has ended all the same. */
    missing: z.array(z.string()).optional(),
    /** It was the last open task of a user's message: its summary went to the user as the answer. */
    delivered: z.object({ handoffId: z.string(), unreviewed: z.boolean() }).optional(),
    next: NextReply,
    seq: z.number(),
  }),
});

export const failTask = defineRoute("POST /rooms/:room/tasks/:taskId/failure", {
  summary: "Ends this attempt without a result; after the third the task is failed and a person is asked.",
  access: { who: "agent" },
  tool: {
    name: "fail_task",
    description: "Ends this attempt without a result.",
    isDestructive: true,
    endsTask: true,
  },
  params: TaskParam,
  body: z.strictObject({ fence: FenceInt, reason: text(2_000, 1), usage: UsageBody.optional() }),
  keyed: true,
  reply: z.object({
    taskId: z.string(),
    state: z.enum(["pending", "failed"]),
    attempts: z.number(),
    seq: z.number(),
  }),
});

export const createTasks = defineRoute("POST /rooms/:room/tasks", {
  creates: ({ room }, { tasks }: { tasks: { id: string }[] }) =>
    tasks.length === 1 ? `/rooms/${room}/tasks/${tasks[0]?.id}` : null,
  summary: "Creates several tasks, all or none; `requires` and `blocks` name tasks, or `ref:NAME` of this call.",
  access: { who: "room", persons: "lead", agents: true },
  tool: {
    name: "create_tasks",
    description: "Creates tasks, all or none; `requires`, `blocks`: ids or `ref:NAME`.",
    leaves: ["prefix"],
  },
  body: z.strictObject({ tasks: z.array(TaskBody).min(1).max(100), fence: FenceInt.optional() }),
  keyed: true,
  bodyLimit: 2_500_000,
  reply: z.object({
    tasks: z.array(
      z.object({
        id: z.string(),
        role: RoleNameText,
        title: z.string(),
        waitsFor: z.array(z.string()),
        ref: z.string().optional(),
      }),
    ),
    warnings: z.array(z.string()),
    messages: DeliveryReply.shape.messages,
    seq: z.number(),
  }),
});

/** A task as the tables have it, ended ones included. */
export const TaskRow = z.object({
  id: z.string(),
  role: RoleNameText,
  agentId: z.string().nullable(),
  state: z.enum(TASK_STATES),
  title: z.string(),
  instruction: z.string(),
  priority: z.enum(PRIORITIES),
  requires: z.array(z.string()),
  waitsFor: z.array(z.string()),
  attempts: z.number(),
  createdAt: z.number(),
  endedAt: z.number().nullable(),
  holder: z.object({ agentId: z.string(), fence: z.number(), claimedAt: z.number() }).nullable(),
  /** Who claimed it last, which tells of an ended task who did it. */
  lastHolder: z.string().nullable(),
  fromTaskId: z.string().nullable(),
  /** The session that it is part of. */
  sessionId: z.number().nullable(),
  /** The fan-out of which it is a branch; a branch in a session is a perspective of a discussion. */
  branchOf: z.number().nullable(),
  intent: z.string().nullable(),
  result: ResultShape.nullable(),
  progress: z.custom<Progress>().nullable(),
  unreviewed: z.boolean(),
  /** What its agents reported; `null`: nothing. */
  usage: UsageSum.nullable(),
});
export type TaskRow = z.infer<typeof TaskRow>;

/** A task with what binds whoever does it. */
export const KeptTask = TaskRow.extend({
  /** Seconds from a claim. */
  timeoutS: z.number(),
  boundaries: BoundariesShape,
  outputs: z.array(OutputShape),
  successCriteria: z.array(z.string()),
});
export type KeptTask = z.infer<typeof KeptTask>;

/** As it is now. */
export const WholeTask = KeptTask.extend({
  /** Tasks that wait for it now. */
  blocks: z.array(z.string()),
  /** When its time is up, epoch ms, and what its clock is paused for; `null`: nobody holds it. */
  clock: z.object({ dueAt: z.number(), pausedFor: z.enum(PAUSES).nullable() }).nullable(),
  /** How the last attempt ended, even if it no longer counts in `attempts`; `null`: none has, or the task has ended. */
  lastEnd: z.object({ how: z.enum(ATTEMPT_ENDS), reason: z.string(), at: z.number() }).nullable(),
});

/** What one reviewer said in one round; `passed`: `null` while the verdict is awaited. */
export const TaskReview = z.object({
  round: z.number(),
  role: RoleNameText,
  /** The task that asked for it. */
  reviewTaskId: z.string(),
  askedAt: z.number(),
  /** `null` while it is awaited, and if a person waived it. */
  by: z.object({ agentId: z.string(), name: z.string(), role: RoleNameText }).nullable(),
  passed: z.boolean().nullable(),
  verdict: z
    .object({
      summary: z.string(),
      findings: z.array(
        z.object({
          severity: z.enum(FINDING_SEVERITIES),
          file: z.string(),
          line: z.number().optional(),
          issue: z.string(),
          suggestion: z.string().optional(),
        }),
      ),
      mustFix: z.array(z.string()),
      repairs: z.array(z.object({ kind: z.string(), path: z.string(), message: z.string() })),
    })
    .nullable(),
  at: z.number().nullable(),
});
export type TaskReview = z.infer<typeof TaskReview>;

/** A state, or all that have not ended (failed ones included), or all that have. */
export const TASK_FILTERS = [...TASK_STATES, "live", "ended"] as const;

/** Why a task can't continue; the other fields are the facts behind the sentence. */
export const Blocked = z.looseObject({
  kind: z.enum(BLOCKED_KINDS),
  text: z.string(),
  rule: z.string(),
});

/** Longest text to search tasks for, UTF-16 units. */
export const TASK_SEARCH_MAX = 200;

export const listTasks = defineRoute("GET /rooms/:room/tasks", {
  command: {
    usage: "task list",
    help: "list tasks, newest first",
    options: {
      role: "of one role",
      agentId: "id of the agent that holds it, held it last, or is the only one who may take it",
      text: "part of its id or title",
      sessionId: "of one session",
      without: "perspectives: without those that only judge another task's work",
    },
  },
  summary: "Tasks, newest first (ended ones by when they ended), each with why it is blocked; filters.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: {
    name: "list_tasks",
    description: "Tasks, newest first, with what blocks them; `state`: live, ended, a task's.",
    leaves: ["priority", "text", "sessionId", "without"],
  },
  query: z.strictObject({
    state: z.enum(TASK_FILTERS).optional(),
    role: RoleNameText.optional(),
    /** Who holds it, held it last, or is the only one that may take it. */
    agentId: AgentUuid.optional(),
    priority: z.enum(PRIORITIES).optional(),
    /** Part of its id or title. */
    text: line(TASK_SEARCH_MAX).optional(),
    sessionId: z.coerce.number().int().min(1).max(1e9).optional(),
    /** What only judges another task's work is left out. */
    without: z.enum(["perspectives"]).optional(),
    ...paging(50, 200),
  }),
  reply: pageOf(TaskRow.extend({ blocked: z.array(Blocked) })),
});

export const getTask = defineRoute("GET /rooms/:room/tasks/:taskId", {
  summary: "One task, with why nobody has taken it, if so, and what its reviewers said.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: {
    name: "show_task",
    description: "One task: result, reviews, errors.",
  },
  params: TaskParam,
  reply: z.object({
    task: WholeTask,
    blocked: z.array(Blocked),
    reviews: z.array(TaskReview),
    /** The latest errors met at it, the newest first, with what was tried. */
    errors: z.array(z.custom<ErrorRow>()),
  }),
});
