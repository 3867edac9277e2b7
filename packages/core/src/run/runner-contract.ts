import * as z from "zod";
import { routesOf } from "../kernel/route.ts";
import { AgentUuid, FenceInt, line, TaskIdText, text, Uuid } from "../kernel/text.ts";
import { ArtifactBody } from "../task/progress-body.ts";
import { CHECK_NAME_MAX, CHECKS_MAX } from "../task/result.ts";
import { UsageBody } from "../usage/contract.ts";
import { FoundHarnessBody, HarnessName, LineRangeBody, OfferBody, ProjectBody, RunParam, Time } from "./contract.ts";
import { CHUNKS_MAX, RunChunk } from "./output.ts";
import { TOUCHED_FILES_MAX, TOUCHED_RANGES_MAX } from "./radar.ts";
import { BRANCH_ACTS, ORDER_ACTS, RUN_ENDS, RUN_STATES, SLOTS_MAX, TURN_ENDS } from "./run.ts";

const defineRoute = routesOf("runners");

/* The routes that runners call. */

const Path = line(1000);
const Tokens = z.number().int().min(0).max(1_000_000_000);

const byRunner = {
  access: { who: "runner" },
  refuses: ["not_joined", "superseded", "server_restored"],
} as const;

export const connectRunner = defineRoute("POST /rooms/:room/runners/me/connect", {
  ...byRunner,
  summary: "Connects a runner: it offers to start agents of these roles.",
  body: z.strictObject({
    platform: line(40),
    version: line(40),
    slots: z.number().int().min(1).max(SLOTS_MAX),
    offers: z.array(OfferBody).min(1).max(40),
    harnesses: z.array(FoundHarnessBody).max(20),
    project: ProjectBody,
  }),
  keyed: true,
  refuses: ["role_unknown", "limit_reached"],
  reply: z.object({
    runnerId: Uuid,
    name: z.string(),
    roomId: Uuid,
    roomName: z.string(),
    /** Send it as `x-squadroom-connection`. */
    connection: z.number(),
    leaseS: z.number(),
    seq: z.number(),
  }),
});

const LineageShape = z.object({
  key: z.string(),
  title: z.string(),
  line: z.string().nullable(),
  lineTitle: z.string(),
});

/** Work to be merged into another branch. */
const WorkMerge = z.object({
  key: z.string(),
  taskId: z.string(),
  title: z.string(),
  /** Git's name for it. */
  name: z.string(),
  /** What was judged: anything added to the branch afterwards isn't merged. */
  head: z.string(),
  line: z.string(),
  lineTitle: z.string(),
  author: z.string(),
});
export type WorkMerge = z.infer<typeof WorkMerge>;

/** What a person wants of a branch. */
const WorkBranch = z.object({
  key: z.string(),
  title: z.string(),
  name: z.string(),
  /** What was judged; `null`: the branch as it is, whatever was added afterwards. */
  head: z.string().nullable(),
  orderId: Uuid,
  act: z.enum(BRANCH_ACTS),
  into: z.string().nullable(),
  author: z.string(),
  /** The branches that were merged into it, for `clean`. */
  parts: z.array(z.string()),
});
export type WorkBranch = z.infer<typeof WorkBranch>;

/** A run of this runner as the room has it: the runner makes good any difference. */
const WorkRun = z.object({
  id: z.number(),
  state: z.enum(RUN_STATES),
  role: z.string(),
  harness: z.string().nullable(),
  model: z.string().nullable(),
  /** What to try next if it is refused, in order; `null`: the harness's own. */
  fallbacks: z.array(z.string().nullable()),
  agentId: Uuid.nullable(),
  taskId: z.string().nullable(),
  lineage: LineageShape.nullable(),
  /** The conversation to continue. */
  ref: z.string().nullable(),
  orders: z.array(z.object({ id: z.string(), act: z.enum(ORDER_ACTS), text: z.string() })),
  /** Messages that its agent, at work, is to be told at once; others come with a claim. */
  mail: z.array(z.string()),
});
export type WorkRun = z.infer<typeof WorkRun>;

export const takeWork = defineRoute("POST /rooms/:room/runners/me/work", {
  ...byRunner,
  repeat: "Takes no key: what it took is in the answer until it has started.",
  repeats: true,
  summary: "What a runner is to do: its runs, with new ones for its free slots. Waits for a change where asked to.",
  body: z.strictObject({
    free: z.number().int().min(0).max(SLOTS_MAX),
    /** `state` of the last answer: the call waits until there is another. */
    seen: line(80).optional(),
    waitS: z.number().int().min(0).max(60).default(0),
    /** Also starts roles of its own that nobody fills, even if no task asks for them. */
    warm: z.boolean().default(false),
  }),
  reply: z.object({
    state: z.string(),
    slots: z.number(),
    isDraining: z.boolean(),
    runs: z.array(WorkRun),
    /** In the order in which to make them. */
    merges: z.array(WorkMerge),
    branches: z.array(WorkBranch),
    /** Ready tasks of its roles that wait for a slot. */
    waiting: z.number(),
    /** Runs that can make room for them. */
    spare: z.array(z.number()),
    seq: z.number(),
  }),
});

export const getPlace = defineRoute("GET /rooms/:room/runs/:run/place", {
  ...byRunner,
  summary: "Where the task in the hand of a run's agent is worked on.",
  params: RunParam,
  refuses: ["run_unknown"],
  reply: z.object({
    /** `null`: its agent holds none. */
    taskId: z.string().nullable(),
    lineage: LineageShape.nullable(),
    /** To be made first, so that the work starts from everything that is done. */
    merges: z.array(WorkMerge),
    /** The branch, by git's name, to be merged in first: the two don't fit. */
    takesIn: z.string().nullable(),
  }),
});

export const seatAgent = defineRoute("POST /rooms/:room/runs/:run/agent", {
  ...byRunner,
  repeat: "Takes no key: each request gives the run's agent another token, and ends the one before.",
  summary: "The credential of the agent that works in this run.",
  params: RunParam,
  refuses: ["run_unknown", "run_state", "limit_reached"],
  reply: z.object({ agentId: Uuid, name: z.string(), role: z.string(), token: z.string() }),
});

const ContextBody = z.strictObject({ used: Tokens, size: Tokens });
const Where = {
  folder: Path,
  branch: line(300).nullable(),
  tree: line(200).nullable(),
};
const CheckBody = z.strictObject({
  name: line(CHECK_NAME_MAX),
  passed: z.boolean(),
  value: z.number().optional(),
  command: line(500),
  durationMs: Time,
  output: text(4000),
});

const RunReportBody = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("started"),
    agentId: AgentUuid,
    harness: HarnessName,
    model: line(80).nullable(),
    ref: line(300).nullable(),
    isResumed: z.boolean(),
    ...Where,
  }),
  z.strictObject({
    kind: z.literal("turn_began"),
    taskId: TaskIdText.nullable(),
    fence: FenceInt.nullable(),
    ...Where,
  }),
  z.strictObject({
    kind: z.literal("turn_ended"),
    why: z.enum(TURN_ENDS),
    limitedUntil: Time.optional(),
    reason: text(2000),
    durationMs: Time,
    tools: z.number().int().min(0).max(1e6),
    usage: UsageBody.nullable(),
    context: ContextBody.nullable(),
  }),
  z.strictObject({
    kind: z.literal("changed"),
    state: z.enum(["error", "idle"]).optional(),
    problem: text(500).nullable().optional(),
    limitedUntil: Time.nullable().optional(),
    /** `null`: the harness's own. */
    model: line(80).nullable().optional(),
    /** The model before it, which was refused. */
    fellBackFrom: z.strictObject({ model: line(80).nullable(), why: text(500) }).optional(),
    ref: line(300).optional(),
    context: ContextBody.optional(),
    compactions: z.number().int().min(0).max(1e6).optional(),
  }),
  z.strictObject({
    kind: z.literal("examined"),
    evidence: z.strictObject({
      taskId: TaskIdText,
      branch: line(300).nullable(),
      base: line(100),
      head: line(100),
      artifacts: z.array(ArtifactBody).max(500),
      changes: z
        .strictObject({
          added: z.number().int().min(0).max(1e9),
          removed: z.number().int().min(0).max(1e9),
          files: z.array(Path).max(50),
          fileCount: z.number().int().min(0).max(1e9),
        })
        .nullable(),
      checks: z.array(CheckBody).max(CHECKS_MAX),
    }),
    /** The changes themselves, for the page of the run. */
    diff: text(400_000).optional(),
    note: text(500).nullable().optional(),
  }),
  z.strictObject({
    kind: z.literal("settled"),
    orderId: Uuid,
    isDone: z.boolean(),
    note: text(500),
  }),
  z.strictObject({
    kind: z.literal("ended"),
    why: z.enum(RUN_ENDS),
    reason: text(2000),
    /** Its task can't end any other way, however often it is tried: a person is asked at once. */
    isFinal: z.boolean().optional(),
  }),
]);
/** As a runner sends it. */
export type RunReportBody = z.input<typeof RunReportBody>;

export const reportRun = defineRoute("POST /rooms/:room/runs/:run/reports", {
  ...byRunner,
  summary: "What a runner says about one of its runs. `isOver`: the run is over, end it.",
  params: RunParam,
  body: z.strictObject({ report: RunReportBody }),
  bodyLimit: 1_000_000,
  keyed: true,
  refuses: ["run_unknown", "run_state"],
  reply: z.object({
    runId: z.number(),
    turn: z.number(),
    isEmpty: z.boolean(),
    isOver: z.boolean(),
    seq: z.number(),
  }),
});

export const addRunOutput = defineRoute("POST /rooms/:room/runs/:run/output", {
  ...byRunner,
  repeat: "Takes no key: a chunk that is there already changes nothing.",
  repeats: true,
  summary: "Adds to what a run said and did. The oldest of it goes once it is too much.",
  params: RunParam,
  body: z.strictObject({ chunks: z.array(RunChunk).min(1).max(CHUNKS_MAX) }),
  bodyLimit: 2_000_000,
  refuses: ["run_unknown"],
  reply: z.object({ last: z.number() }),
});

export const setRunTouches = defineRoute("POST /rooms/:room/runs/:run/touches", {
  ...byRunner,
  repeat: "Takes no key: the last one counts.",
  repeats: true,
  summary: "The files and lines that a run's tree changes now, against what it started from.",
  params: RunParam,
  body: z.strictObject({
    tree: line(200),
    files: z
      .array(
        z.strictObject({
          path: Path,
          ranges: z.array(z.strictObject(LineRangeBody)).max(TOUCHED_RANGES_MAX),
        }),
      )
      .max(TOUCHED_FILES_MAX),
  }),
  bodyLimit: 2_000_000,
  refuses: ["run_unknown"],
  reply: z.object({ at: z.number() }),
});

export const renewRunner = defineRoute("POST /rooms/:room/runners/me/renew", {
  ...byRunner,
  repeat: "Takes no key: each request is one more sign of life.",
  repeats: true,
  summary: "A sign of life of a runner.",
  reply: z.object({ seenAt: z.number(), leaseS: z.number() }),
});

export const changeRunner = defineRoute("POST /rooms/:room/runners/me/harnesses", {
  ...byRunner,
  summary: "What a runner found on its machine, what it waits for, and that it takes nothing new.",
  body: z.strictObject({
    harnesses: z.array(FoundHarnessBody).max(20).optional(),
    /** It was told to stop: what is running ends its turns. */
    isDraining: z.literal(true).optional(),
  }),
  act: true,
  reply: z.object({ seq: z.number() }),
});

export const leaveRunner = defineRoute("POST /rooms/:room/runners/me/leave", {
  ...byRunner,
  summary: "Stops a runner: its runs end, and their tasks go back to the queue.",
  body: z.strictObject({ reason: text(500).optional() }).optional(),
  act: true,
  reply: z.object({ left: z.literal(true), seq: z.number() }),
});
