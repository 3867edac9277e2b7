import type { RunnerCaller } from "../kernel/actor.ts";
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
  }

  interface Replies {
    reportBranch: { key: BranchKey };
  }
}
