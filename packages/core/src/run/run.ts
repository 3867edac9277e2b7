import type { AgentId, Brand, Fence, RoleName, SessionId, TaskId, Word } from "../kernel/ids.ts";
import type { DiffCount } from "../task/diff-lines.ts";
import type { Artifact, CheckReport } from "../task/result.ts";
import type { Usage } from "../usage/usage.ts";
import type { ModelHow, ModelLayer } from "./model.ts";

/** Counts 1, 2, 3 … in its room. */
export type RunId = Brand<number, "RunId">;
/** Like an agent, a runner is its credential. */
export type RunnerId = AgentId;

/**
 * | from | to |
 * |---|---|
 * | queued | creating, destroyed |
 * | creating | idle, error, destroyed |
 * | idle | active, error, destroyed |
 * | active | idle, error, destroyed |
 * | error | idle, destroyed |
 * | destroyed | |
 *
 * @source domain.md § 9
 */
export const RUN_STATES = ["queued", "creating", "active", "idle", "error", "destroyed"] as const;
export type RunState = (typeof RUN_STATES)[number];

export const RUN_MOVES: Readonly<Record<RunState, readonly RunState[]>> = {
  queued: ["creating", "destroyed"],
  creating: ["idle", "error", "destroyed"],
  idle: ["active", "error", "destroyed"],
  active: ["idle", "error", "destroyed"],
  error: ["idle", "destroyed"],
  destroyed: [],
};

/** A role that a runner starts agents for, and the harness it takes. */
export interface Offer {
  role: RoleName;
  harness: Word;
  model?: Word;
  /** Models that the harness accepts, the preferred first; left out: those in the server's list from its provider. */
  models?: Word[];
}

/** Harnesses that a runner looks for by itself; any other is a program given by name. */
export const FOUND_HARNESSES = ["claude", "codex", "copilot", "opencode", "gemini"] as const;
export type FoundHarnessName = (typeof FOUND_HARNESSES)[number];

/** What a runner found out about a harness on its machine. */
export interface FoundHarness {
  name: Word;
  version: Word | null;
  isSignedIn: boolean | null;
  /** Why it is missing. */
  missing?: string;
  /** The line that installs it. */
  install?: Word;
}

/** Longest time that a provider's limit is believed. */
export const LIMIT_MAX_MS = 8 * 86_400_000;

/** The provider of a harness accepts nothing before `until`, epoch ms. */
export interface HarnessLimit {
  until: number;
  reason: string;
}

/** The project that a runner works on. */
export interface RunnerProject {
  name: Word;
  /** `null`: the folder is not a repository. */
  branch: string | null;
  hasRemote: boolean;
}

export interface Runner {
  id: RunnerId;
  name: string;
  /** `linux`, `darwin`, `win32`. */
  platform: string;
  version: string;
  /** Grows with each connect; a call on an older one is refused as superseded. */
  connection: number;
  slots: number;
  /** It takes nothing new; what is running ends its turns. */
  isDraining: boolean;
  offers: Offer[];
  harnesses: FoundHarness[];
  /** By harness; past ones may still be there. */
  limits?: Readonly<Record<string, HarnessLimit>>;
  project: RunnerProject;
  connectedAt: number;
  /** As of the last crossing logged. */
  online: boolean;
  offlineSince: number | null;
  offlineReason: "silent" | "left" | null;
  seenAt: number;
}

export const BRANCH_ACTS = ["take", "push", "clean"] as const;
/** `take`: merge into a branch of the user's. `clean`: remove it with its worktrees. */
export type BranchAct = (typeof BRANCH_ACTS)[number];

/** `finish`: a stop that lets the current turn end. */
export const ORDER_ACTS = ["stop", "finish", "interrupt", "steer"] as const;
export type OrderAct = (typeof ORDER_ACTS)[number];

/** What somebody wants of a run; it waits until the runner has done it. */
export interface Order {
  id: Word;
  act: OrderAct;
  /** The line, for `steer`. */
  text: string;
  by: Word;
  at: number;
}

/** `limited`: the provider accepts nothing for a while; the run waits, and continues with the same task. */
export const TURN_ENDS = ["done", "aborted", "deadline", "refused", "failed", "limited"] as const;
export type TurnWhy = (typeof TURN_ENDS)[number];

export const RUN_ENDS = [
  "finished",
  "idle",
  "made_room",
  "stopped",
  "drained",
  "crashed",
  "start_failed",
  "start_timeout",
  "runner_lost",
  "withdrawn",
] as const;
export type RunEnd = (typeof RUN_ENDS)[number];

/** What the runner saw in a task's tree, and the checks that it ran there itself. */
export interface RunEvidence {
  taskId: TaskId;
  branch: string | null;
  base: Word;
  head: Word;
  artifacts: Artifact[];
  changes: DiffCount | null;
  checks: RunCheck[];
  at: number;
}

/** A check that the runner ran. */
export interface RunCheck extends CheckReport {
  command: string;
  durationMs: number;
  /** The last lines of its output; fewer if it passed. */
  output: string;
}

export interface RunContext {
  used: number;
  size: number;
}

/** One live stretch of one agent in a harness. */
export interface Run {
  id: RunId;
  /** `null` while it waits for one. */
  runnerId: RunnerId | null;
  agentId: AgentId | null;
  /** Name of the agent, or of its role until there is one. */
  name: string;
  role: RoleName;
  harness: string | null;
  model: string | null;
  /** Who decided the model; left out: the harness used its own. */
  modelBy?: ModelLayer;
  modelHow?: ModelHow;
  state: RunState;
  stateSince: number;
  requestedAt: number;
  requestedBy: string;
  /** When it has to have started, epoch ms. */
  deadlineAt: number | null;
  startedAt: number | null;
  /** The run that it continues. */
  resumes: RunId | null;
  /** The harness's own name for the conversation. */
  ref: string | null;
  /** The task for which it was asked, then the one that it works on, then the last one. */
  taskId: TaskId | null;
  fence: Fence | null;
  sessionId: SessionId | null;
  folder: string | null;
  branch: string | null;
  /** The tree's name, `null`: it works in the folder itself. */
  tree: string | null;
  turns: number;
  turnSince: number | null;
  /** Its agent did something in this turn besides reading. */
  hasActed: boolean;
  /** Turns in a row that ended empty. */
  empties: number;
  /** Failed turns in a row; left out: none. */
  failures?: number;
  /** Turns in a row over the same claim. */
  turnsOnTask: number;
  tools: number;
  usage: Usage;
  context: RunContext | null;
  /** The window was nearly full, and somebody was told. */
  isContextWarned: boolean;
  compactions: number;
  /** What is wrong, or what it waits for. */
  problem: string | null;
  /** The provider accepts nothing before this time, epoch ms. */
  limitedUntil: number | null;
  orders: Order[];
  evidence: RunEvidence | null;
}

/** An ended run, as the room remembers it. */
export interface EndedRun {
  id: RunId;
  runnerId: RunnerId | null;
  agentId: AgentId | null;
  name: string;
  role: RoleName;
  harness: string | null;
  model: string | null;
  modelBy?: ModelLayer;
  modelHow?: ModelHow;
  ref: string | null;
  taskId: TaskId | null;
  tree: string | null;
  turns: number;
  /** How many of its last turns failed in a row; left out: none. */
  failures?: number;
  usage: Usage;
  startedAt: number | null;
  endedAt: number;
  why: RunEnd;
  reason: string;
}

/** Whose work a task continues: the tree that it shares, and the branch that it goes to. */
export interface Lineage {
  /** One tree per key. */
  key: string;
  /** What the branch is named after. */
  title: string;
  /** The key of the tree from which it starts and into which it is merged; `null`: the user's branch. */
  line: string | null;
  lineTitle: string;
}

export interface Runs {
  runners: Readonly<Record<RunnerId, Runner>>;
  /** In the order in which they were asked for. */
  live: readonly Run[];
  /** The latest first. */
  ended: readonly EndedRun[];
  /** The last number given. */
  number: number;
  /** For live tasks, if it is not their own. */
  lineage: Readonly<Record<TaskId, Lineage>>;
}

declare module "../kernel/view.ts" {
  interface RoomView {
    /** Runners and their runs. */
    runs: Runs;
  }
}

export const NO_RUNS: Runs = { runners: {}, live: [], ended: [], number: 0, lineage: {} };

export const RUNNERS_MAX = 20;
/** Most slots of one runner. */
export const SLOTS_MAX = 64;
/** Most live runs of a room. */
export const LIVE_RUNS_MAX = 200;
export const ENDED_RUNS_KEPT = 50;
export const ORDERS_MAX = 20;
/** A run that has not started within this time is asked for again, s. */
export const START_WITHIN_S = 120;
/** Turns over one claim after which somebody looks at it. */
export const TURNS_ON_TASK_MAX = 12;
/** After this many failed turns in a row over one claim, a person decides. */
export const FAILURES_MAX = 3;
/** After this many empty turns in a row, a person decides. */
export const EMPTIES_MAX = 2;
/** How full a window has to be for somebody to be told. */
const CONTEXT_WARN_AT = 0.8;

/** Little of the window is left. */
export function isNearlyFull({ used, size }: RunContext): boolean {
  return size > 0 && used >= size * CONTEXT_WARN_AT;
}
/** Silence after which a runner is offline, s: it calls every 15 s. */
export const RUNNER_LEASE_S = 60;

export function findRun({ runs }: { runs: Runs }, id: RunId): Run | undefined {
  return runs.live.find((run) => run.id === id);
}
