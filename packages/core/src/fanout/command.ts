import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { AgentId, Fence, RoleName, TaskId } from "../kernel/ids.ts";
import type { FanoutId } from "./fanout.ts";

/** One branch as it is asked for. */
export interface BranchDraft {
  role: RoleName;
  agentId?: AgentId;
  title?: string;
  /** All that its agent reads. */
  instruction: string;
}

export type FanoutCommand =
  | {
      type: "fanOut";
      by: AgentCaller;
      taskId: TaskId;
      fence: Fence;
      branches: BranchDraft[];
      /** Seconds that each branch has; left out: what its tier gives. */
      branchS?: number;
    }
  | { type: "retryBranch"; by: AgentCaller | PersonCaller; taskId: TaskId };

export interface FanoutReplies {
  fanOut: {
    fanoutId: FanoutId;
    joinTaskId: TaskId;
    branchS: number;
    branches: { taskId: TaskId; role: RoleName; available: boolean }[];
  };
  retryBranch: { fanoutId: FanoutId; taskId: TaskId };
}
