import type { AgentId, RoleName, Word } from "../kernel/ids.ts";

/** Who did the work, or judged it. */
export interface Doer {
  agentId: AgentId;
  name: Word;
  role: RoleName;
}

/** Whose work was rejected in this cycle, and how often. */
export interface Rejection extends Doer {
  times: number;
  /** Left out: all of them are about the work as a whole. */
  byFile?: {
    /** Of those, the ones that name no file. */
    whole: number;
    /** The files that the others name, each with how often. */
    files: { path: string; times: number }[];
  };
}
