import type { TaskId, Word } from "../kernel/ids.ts";
import type { RunnerId } from "../run/run.ts";
import type { CheckReport } from "../task/result.ts";
import type { BranchKey, BranchOrder, ConflictFile, MergeProblem } from "./branch.ts";

/** Payloads of the events about branches that runs work on. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** Reviewed work went into the branch that it belongs to. `why`: its place in the order. */
    "branch.merged": {
      key: BranchKey;
      line: BranchKey;
      taskId: TaskId;
      runnerId: RunnerId;
      /** Of the branch it went into, as git calls it. */
      name: string;
      /** The user's branch that this one started from. */
      base: Word | null;
      before: Word;
      head: Word;
      why: string;
      checks: CheckReport[];
    };
    /** It could not: what is there stays as it was. */
    "branch.merge_failed": {
      key: BranchKey;
      line: BranchKey;
      taskId: TaskId;
      why: MergeProblem;
      note: string;
      conflict: ConflictFile[];
      checks: CheckReport[];
    };
    /** It is tried again: somebody mended what was in the way. */
    "branch.merge_retried": { key: BranchKey };
    /** A person lets the work pass without going where it belongs. */
    "branch.merge_skipped": { key: BranchKey; reason: string };
    /** A person wants something of a branch. */
    "branch.ordered": { key: BranchKey; order: Omit<BranchOrder, "at"> };
    /** The runner has done what was wanted, or says why not. */
    "branch.order_settled": {
      key: BranchKey;
      orderId: Word;
      isDone: boolean;
      note: string;
      /** What it was done with: the commit that is there now. */
      head: Word | null;
      remote: string | null;
    };
  }
}
