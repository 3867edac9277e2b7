import type { AgentCaller, PersonCaller, RunnerCaller } from "../kernel/actor.ts";
import type { AgentId, Fence, RoleName, TaskId } from "../kernel/ids.ts";
import type { ReportedUsage } from "../usage/usage.ts";
import type { KnownModel } from "./known-models.ts";
import type { FellBack } from "./model.ts";
import type {
  FoundHarness,
  Offer,
  RunContext,
  RunEnd,
  RunEvidence,
  RunId,
  RunnerId,
  RunnerProject,
  TurnWhy,
} from "./run.ts";

/** What a runner says about one of its runs. */
export type RunReport =
  | {
      kind: "started";
      agentId: AgentId;
      harness: string;
      model: string | null;
      ref: string | null;
      folder: string;
      branch: string | null;
      tree: string | null;
      isResumed: boolean;
    }
  | {
      kind: "turn_began";
      taskId: TaskId | null;
      fence: Fence | null;
      folder: string;
      branch: string | null;
      tree: string | null;
    }
  | {
      kind: "turn_ended";
      why: TurnWhy;
      /** With `limited`: when the run tries again, epoch ms. */
      limitedUntil?: number;
      reason: string;
      durationMs: number;
      tools: number;
      usage: ReportedUsage | null;
      context: RunContext | null;
    }
  | {
      kind: "changed";
      state?: "error" | "idle";
      problem?: string | null;
      limitedUntil?: number | null;
      model?: string | null;
      fellBackFrom?: FellBack;
      ref?: string;
      context?: RunContext;
      compactions?: number;
    }
  | { kind: "examined"; evidence: Omit<RunEvidence, "at"> }
  | { kind: "settled"; orderId: string; isDone: boolean; note: string }
  /** `isFinal`: its task can't end any other way, however often it is tried. */
  | { kind: "ended"; why: RunEnd; reason: string; isFinal?: boolean };

declare module "../kernel/command.ts" {
  interface Commands {
    connectRunner: {
      by: RunnerCaller;
      platform: string;
      version: string;
      slots: number;
      offers: Offer[];
      harnesses: FoundHarness[];
      project: RunnerProject;
    };
    /** A sign of life by a runner that the log shows as silent. */
    returnRunner: { by: RunnerCaller };
    /**
     * It has this many free slots: what is to be started goes into them. `warm`: the remaining ones are for roles that
     * nobody fills, even if no task asks for them. `known`: the server's list of models.
     */
    takeStarts: {
      by: RunnerCaller;
      free: number;
      warm?: boolean;
      known?: readonly KnownModel[];
    };
    /** Its agent has a credential that no other run has. */
    seatRun: { by: RunnerCaller; runId: RunId; agentId: AgentId; name: string };
    reportRun: { by: RunnerCaller; runId: RunId; report: RunReport };
    requestRun: {
      by: AgentCaller | PersonCaller;
      role: RoleName;
      harness: string | null;
      model: string | null;
      runnerId: RunnerId | null;
      /** Continues this ended run. */
      resumes: RunId | null;
      known?: readonly KnownModel[];
    };
    forgetRunner: { by: PersonCaller; runnerId: RunnerId };
  }

  interface Replies {
    connectRunner: { runnerId: RunnerId; connection: number };
    returnRunner: Record<never, never>;
    takeStarts: { started: number };
    seatRun: Record<never, never>;
    reportRun: { runId: RunId; turn: number; isEmpty: boolean; isOver: boolean };
    requestRun: { runId: RunId; state: "queued" | "creating" };
    forgetRunner: { forgotten: boolean };
  }
}
