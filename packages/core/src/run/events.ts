import type { AgentId, Fence, RoleName, SessionId, TaskId, Word } from "../kernel/ids.ts";
import type { ReportedUsage } from "../usage/usage.ts";
import type { FellBack, ModelHow, ModelLayer } from "./model.ts";
import type {
  FoundHarness,
  Offer,
  Order,
  RunContext,
  RunEnd,
  RunEvidence,
  RunId,
  RunnerId,
  RunnerProject,
  TurnWhy,
} from "./run.ts";

/** Payloads of the events about runners and the runs of agents that they start. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** A runner offers to start agents for these roles, for the first time or again. */
    "runner.connected": {
      runnerId: RunnerId;
      name: Word;
      connection: number;
      platform: Word;
      version: Word;
      slots: number;
      offers: Offer[];
      harnesses: FoundHarness[];
      project: RunnerProject;
    };
    /** What a runner offers is another: its slots, whether it drains, what it found on its machine. */
    "runner.changed": {
      runnerId: RunnerId;
      slots?: number;
      isDraining?: boolean;
      harnesses?: FoundHarness[];
    };
    /** A runner stopped, and starts nothing any more. */
    "runner.left": { runnerId: RunnerId; reason: string };
    /** A runner gave no sign of life for so long. `seenAt`: the last one, the evidence. */
    "runner.went_offline": { runnerId: RunnerId; seenAt: number; afterS: number };
    /** A runner gave a sign of life after it had counted as offline. */
    "runner.came_online": { runnerId: RunnerId };
    /** A lead took a runner off the list; its credential ends. */
    "runner.forgotten": { runnerId: RunnerId };
    /** A run is to be started: by a runner that has a slot for it, or by the first that gets one (`null`). */
    "run.requested": {
      runId: RunId;
      runnerId: RunnerId | null;
      role: RoleName;
      harness: Word | null;
      model: Word | null;
      /** Who decided the model; left out: nobody named one. */
      modelBy?: ModelLayer;
      /** What was wanted, what it would have been, and what is tried next, where there is any. */
      modelHow?: ModelHow;
      /** What it is started for, where it is. */
      taskId: TaskId | null;
      /** Who does it, where that is known. */
      agentId: AgentId | null;
      resumes: RunId | null;
      ref: Word | null;
      deadlineAt: number | null;
      requestedBy: Word;
    };
    /** A run that waited has a slot, and with it a model; left out: as it was requested. */
    "run.assigned": {
      runId: RunId;
      runnerId: RunnerId;
      harness: Word | null;
      deadlineAt: number;
      model?: Word | null;
      modelBy?: ModelLayer;
      modelHow?: ModelHow;
    };
    /** An agent has been found for it. */
    "run.seated": { runId: RunId; agentId: AgentId; name: Word };
    /** Its harness is up, and its agent is there. */
    "run.started": {
      runId: RunId;
      agentId: AgentId;
      name: Word;
      harness: Word;
      model: Word | null;
      ref: Word | null;
      folder: Word;
      branch: string | null;
      tree: Word | null;
      /** The conversation before goes on. */
      isResumed: boolean;
    };
    /** A turn began, over this task. */
    "run.turn_began": {
      runId: RunId;
      turn: number;
      taskId: TaskId | null;
      fence: Fence | null;
      sessionId: SessionId | null;
      folder: Word;
      branch: string | null;
      tree: Word | null;
    };
    /** A turn is over. `isEmpty`: its agent did nothing of what ends one. */
    "run.turn_ended": {
      runId: RunId;
      turn: number;
      why: TurnWhy;
      /** With `limited`: when the run tries again, epoch ms. */
      limitedUntil?: number;
      isEmpty: boolean;
      reason: string;
      durationMs: number;
      tools: number;
      usage: ReportedUsage | null;
      context: RunContext | null;
    };
    /** Something about a run is another: what it waits for, its model, how full its window is. */
    "run.changed": {
      runId: RunId;
      state?: "error" | "idle";
      problem?: string | null;
      limitedUntil?: number | null;
      /** `null`: the harness's own. */
      model?: Word | null;
      /** The model before it wasn't taken. */
      fellBackFrom?: FellBack;
      ref?: Word;
      context?: RunContext;
      compactions?: number;
    };
    /** What a run made of its task's tree, and the checks that its runner ran there. */
    "run.examined": { runId: RunId; evidence: Omit<RunEvidence, "at"> };
    /** Somebody wants something of a run. */
    "run.ordered": { runId: RunId; order: Omit<Order, "at"> };
    /** The runner has done what was wanted, or says why not. */
    "run.order_settled": { runId: RunId; orderId: Word; isDone: boolean; note: string };
    /** A run is over. Its agent leaves in the same commit, and a task in its hand goes back. */
    "run.ended": { runId: RunId; why: RunEnd; reason: string };
  }
}
