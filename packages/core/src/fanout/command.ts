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

declare module "../kernel/command.ts" {
  interface Commands {
    fanOut: {
      by: AgentCaller;
      taskId: TaskId;
      fence: Fence;
      branches: BranchDraft[];
      /** Seconds that each branch has; left out: what its tier gives. */
      branchS?: number;
    };
    retryBranch: { by: AgentCaller | PersonCaller; taskId: TaskId };
  }

  interface Replies {
    fanOut: {
      fanoutId: FanoutId;
      joinTaskId: TaskId;
      branchS: number;
      branches: { taskId: TaskId; role: RoleName; available: boolean }[];
    };
    retryBranch: { fanoutId: FanoutId; taskId: TaskId };
  }
}
