import type { AgentId, RoleName, Word } from "../kernel/ids.ts";

/** Whoever did the work, or judged it. */
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
    /** The ones among them that name no file. */
    whole: number;
    /** The files that the others name, each with its count. */
    files: { path: string; times: number }[];
  };
}
