import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { AgentUuid, line, RoleNameText, TaskIdText, text, Uuid } from "../kernel/text.ts";
import { UsageSum } from "../usage/contract.ts";
import { RunChunk } from "./output.ts";
import { ORDER_ACTS, RUN_ENDS, RUN_STATES, SLOTS_MAX } from "./run.ts";

const defineRoute = routesOf("runs");

const ID_MAX = 1_000_000_000;
const RunNumber = z.coerce.number().int().min(1).max(ID_MAX).brand<"RunId">();
export const RunParam = RoomParam.extend({ run: RunNumber });
const RunnerParam = RoomParam.extend({ runner: AgentUuid });
export const HarnessName = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, "is not a harness's name");
export const Time = z.number().int().min(0).max(1e15);

export const OfferBody = z.strictObject({
  role: RoleNameText,
  harness: HarnessName,
  model: line(80).optional(),
  /** Models that the harness accepts, the preferred first. */
  models: z.array(line(80)).min(1).max(40).optional(),
});
export const FoundHarnessBody = z.strictObject({
  name: HarnessName,
  version: line(80).nullable(),
  isSignedIn: z.boolean().nullable(),
  missing: text(500).optional(),
  install: line(200).optional(),
});
export const ProjectBody = z.strictObject({
  name: line(200),
  /** `null`: the folder is not a repository. */
  branch: line(300).nullable(),
  hasRemote: z.boolean(),
});

/** A runner as the room's page lists it. */
const RunnerRow = z.object({
  id: Uuid,
  name: z.string(),
  platform: z.string(),
  version: z.string(),
  online: z.boolean(),
  seenAt: z.number(),
  isDraining: z.boolean(),
  slots: z.number(),
  offers: z.array(OfferBody),
  harnesses: z.array(FoundHarnessBody),
  project: ProjectBody,
});

/** A run as lists show it. */
export const RunRow = z.object({
  id: z.number(),
  runnerId: Uuid.nullable(),
  runner: z.string().nullable(),
  agentId: Uuid.nullable(),
  name: z.string(),
  role: z.string(),
  harness: z.string().nullable(),
  model: z.string().nullable(),
  state: z.enum(RUN_STATES),
  taskId: z.string().nullable(),
  branch: z.string().nullable(),
  turns: z.number(),
  usage: UsageSum,
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  why: z.enum(RUN_ENDS).nullable(),
  reason: z.string().nullable(),
  problem: z.string().nullable(),
  /** Its provider accepts nothing before this time, epoch ms. */
  limitedUntil: z.number().nullable(),
});
export type RunRow = z.infer<typeof RunRow>;

export const LineRangeBody = { from: z.number().int().min(1), to: z.number().int().min(1) };

/** A file that runs at work touch, each in a tree of its own. */
const OverlapRow = z.object({
  path: z.string(),
  runs: z.array(z.number()),
  /** Lines that several of them touch; none if each keeps to its own. */
  lines: z.array(z.object({ ...LineRangeBody, runs: z.array(z.number()) })),
});

export const listRunners = defineRoute("GET /rooms/:room/runners", {
  summary: "The room's runners: what they offer, what runs there, and what they found.",
  access: { who: "room", persons: "viewer", agents: true },
  query: z.strictObject(paging(50, 100)),
  reply: pageOf(RunnerRow).extend({
    /** Ready tasks that wait for a slot, the first in line first. */
    waiting: z.array(z.object({ taskId: z.string(), role: z.string(), title: z.string() })),
    seq: z.number(),
  }),
});

export const setRunner = defineRoute("POST /rooms/:room/runners/:runner/settings", {
  summary: "Changes how many runs a runner has at once, or lets it drain: it takes nothing new.",
  access: { who: "room", persons: "lead", agents: false },
  params: RunnerParam,
  body: z.strictObject({
    slots: z.number().int().min(0).max(SLOTS_MAX).optional(),
    isDraining: z.boolean().optional(),
  }),
  act: true,
  refuses: ["runner_unknown"],
  reply: z.object({
    runnerId: Uuid,
    slots: z.number(),
    isDraining: z.boolean(),
    seq: z.number(),
  }),
});

export const forgetRunner = defineRoute("DELETE /rooms/:room/runners/:runner", {
  repeat: "Takes no key: a repeated request changes nothing more.",
  summary: "Ends a runner's credential and those of its agents, with all that runs there.",
  access: { who: "room", persons: "lead", agents: false },
  params: RunnerParam,
  refuses: ["runner_unknown"],
  reply: z.object({ forgotten: z.literal(true) }),
});

export const listRuns = defineRoute("GET /rooms/:room/runs", {
  command: {
    usage: "runs list",
    help: "list the runs of a room, newest first",
    isForPeople: true,
    options: { "state=live": ["--live", "only those that are not over"], task: "of this task" },
  },
  summary: "The room's runs, the newest first; `state` and `task` filter.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: {
    name: "list_runs",
    description: "Runs, and files that two change.",
    leaves: ["cursor", "task", "state"],
  },
  query: z.strictObject({
    state: z.enum(["live", "ended"]).optional(),
    task: TaskIdText.optional(),
    ...paging(50, 200),
  }),
  reply: pageOf(RunRow).extend({
    /** Where the branches of runs at work will meet. */
    overlaps: z.array(OverlapRow),
    seq: z.number(),
  }),
});

export const getRun = defineRoute("GET /rooms/:room/runs/:run", {
  summary: "One run.",
  access: { who: "room", persons: "viewer", agents: true },
  params: RunParam,
  refuses: ["run_unknown"],
  reply: z.object({ run: RunRow, seq: z.number() }),
});

export const listRunOutput = defineRoute("GET /rooms/:room/runs/:run/output", {
  command: {
    usage: "runs output <run>",
    help: "print what a run said and did",
    isForPeople: true,
    options: { q: ["--find <text>", "only what contains this"] },
    leaves: ["newerThan"],
  },
  summary:
    "What a run said and did, in chunks, the newest page first; `newerThan` gives what came after a chunk, `q` finds text.",
  access: { who: "room", persons: "viewer", agents: true },
  params: RunParam,
  query: z.strictObject({
    /** The number of the last known chunk; the ones after it follow, the oldest first. */
    newerThan: z.coerce.number().int().min(0).max(1e15).optional(),
    q: line(200).optional(),
    ...paging(500, 1000),
  }),
  refuses: ["run_unknown"],
  reply: pageOf(RunChunk).extend({
    /** The first chunk that is kept; what came before it is gone. */
    keptFrom: z.number(),
  }),
});

export const getRunChanges = defineRoute("GET /rooms/:room/runs/:run/changes", {
  summary: "What a run changed in its tree so far, as a unified diff, by its runner's last look.",
  access: { who: "room", persons: "viewer", agents: true },
  params: RunParam,
  refuses: ["run_unknown"],
  reply: z.object({
    /** `null`: nobody has looked yet. */
    at: z.number().nullable(),
    diff: z.string(),
    /** Why the rest is missing. */
    note: z.string().nullable(),
  }),
});

const startTool = {
  name: "start_run",
  description: "Starts an agent of a role on its runner.",
  leaves: ["resumes", "runner", "harness"],
};
export const startRun = defineRoute("POST /rooms/:room/runs", {
  command: {
    usage: "runs start [role]",
    help: "start an agent of a role, or let one that is over go on",
    more: "It waits for a free slot of a runner that offers the role, and for nothing else.",
    isForPeople: true,
    leaves: ["runner"],
    options: {
      harness: ["--with <harness>", "what it runs in, where runners offer several"],
      model: ["--model <name>", "a model or a class: fast, standard or premium"],
      resumes: ["--resume <run>", "go on in the conversation of a run that is over"],
    },
    says: "Run {runId} [state=queued?waits for a free slot|starts].",
  },
  creates: ({ room }, { runId }: { runId: number }) => `/rooms/${room}/runs/${runId}`,
  summary: "Starts a run of a role, or resumes one that is over; it waits for a free slot.",
  access: { who: "room", persons: "lead", agents: true },
  tool: startTool,
  body: z.strictObject({
    role: RoleNameText.optional(),
    harness: HarnessName.optional(),
    model: line(80).optional(),
    runner: AgentUuid.optional(),
    /** An ended run: its agent continues in its conversation. */
    resumes: RunNumber.optional(),
  }),
  keyed: true,
  refuses: ["run_unknown", "runner_unknown", "role_unknown", "entry_point_only"],
  reply: z.object({ runId: z.number(), state: z.enum(["queued", "creating"]), seq: z.number() }),
});

export const orderRun = defineRoute("POST /rooms/:room/runs/:run/orders", {
  command: {
    usage: "runs steer <run> [text...]",
    help: "say a line into a run's turn, or interrupt or stop it",
    isForPeople: true,
    more: "`--stop` ends the run and its task goes back to the queue; `--finish` ends it after its turn; `--interrupt` ends its turn only.",
    gives: { act: "steer" },
    options: {
      "act=stop": ["--stop", "end the run"],
      "act=finish": ["--finish", "end the run once its turn is over"],
      "act=interrupt": ["--interrupt", "end its turn"],
    },
    says: "Run {run} is [isOver?over|told].",
  },
  summary: "Stops a run, interrupts its turn, or says a line into it.",
  access: { who: "room", persons: "lead", agents: true },
  tool: {
    name: "steer_run",
    description: "Stops a run, ends its turn, or tells it a line.",
    isDestructive: true,
  },
  params: RunParam,
  body: z.strictObject({
    act: z.enum(ORDER_ACTS),
    /** The line, for `steer`. */
    text: text(4000).optional(),
  }),
  act: true,
  refuses: ["run_unknown", "run_state", "entry_point_only"],
  reply: z.object({
    runId: z.number(),
    orderId: z.string().nullable(),
    isOver: z.boolean(),
    seq: z.number(),
  }),
});

export const stopRuns = defineRoute("POST /rooms/:room/runs/stop", {
  command: {
    usage: "runs stop-all",
    help: "stop all runs of a room, and start nothing new",
    isForPeople: true,
    leaves: ["runner"],
    says: "{stopped.length} stopped. Runners start nothing before `squadroom runs resume`.",
  },
  summary: "Stops all runs of the room or of one runner, and starts nothing before it is resumed.",
  access: { who: "room", persons: "lead", agents: true },
  tool: {
    name: "stop_runs",
    description: "Stops all runs until a person resumes them.",
    leaves: ["runner"],
    isDestructive: true,
  },
  body: z.strictObject({ runner: AgentUuid.optional() }).optional(),
  act: true,
  refuses: ["runner_unknown", "entry_point_only"],
  reply: z.object({ stopped: z.array(z.number()), paused: z.number(), seq: z.number() }),
});
