import type { AgentId, RoleName } from "../kernel/ids.ts";

/** One branch as it is asked for. */
export interface BranchDraft {
  role: RoleName;
  agentId?: AgentId;
  title?: string;
  /** All that its agent reads. */
  instruction: string;
}
