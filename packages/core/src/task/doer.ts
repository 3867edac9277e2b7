import type { AgentId, RoleName } from "../kernel/ids.ts";

/** Who did the work, or judged it. */
export interface Doer {
  agentId: AgentId;
  name: string;
  role: RoleName;
}

/** Whose work on a task was rejected, and how often in this cycle. */
export interface Rejection extends Doer {
  times: number;
}
