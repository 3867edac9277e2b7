import type { AgentId, RoleName } from "../kernel/ids.ts";

/** One branch as requested. */
export interface BranchDraft {
  role: RoleName;
  agentId?: AgentId;
  title?: string;
  /** Everything that its agent reads. */
  instruction: string;
}
