import type { PersonCaller } from "../kernel/actor.ts";
import type { RunnerCaller } from "../run/command.ts";
import type { BranchAct } from "../run/run.ts";
import type { CheckReport } from "../task/result.ts";
import type { BranchKey, ConflictFile, MergeProblem } from "./branch.ts";

/** What a runner says about a branch on its machine. */
export type BranchReport =
  | {
      kind: "merged";
      name: string;
      base: string | null;
      before: string;
      head: string;
      checks: CheckReport[];
    }
  | {
      kind: "failed";
      why: MergeProblem;
      note: string;
      conflict: ConflictFile[];
      checks: CheckReport[];
    }
  | {
      kind: "settled";
      orderId: string;
      isDone: boolean;
      note: string;
      head: string | null;
      remote: string | null;
    };

declare module "../kernel/command.ts" {
  interface Commands {
    reportBranch: { by: RunnerCaller; key: BranchKey; report: BranchReport };
    orderBranch: {
      by: PersonCaller;
      key: BranchKey;
      act: BranchAct;
      into: string | null;
      /** Also work that nobody took for done. */
      anyway?: boolean | undefined;
    };
    /** Tries a merge again that the repository was in no state for, or lets the work pass without it. */
    retryMerge: { by: PersonCaller; key: BranchKey };
    skipMerge: { by: PersonCaller; key: BranchKey; reason: string };
  }

  interface Replies {
    reportBranch: { key: BranchKey };
    orderBranch: { key: BranchKey; orderId: string };
    retryMerge: { key: BranchKey; state: string };
    skipMerge: { key: BranchKey; state: string };
  }
}
