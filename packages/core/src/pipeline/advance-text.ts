import { unreachable } from "../kernel/unreachable.ts";
import { counted, listedUpTo } from "../kernel/words.ts";
import type { Advance } from "./advance.ts";

/** What a ruling says comes next in a pipeline, as a clause. */
export function advanceText(advance: Advance<string>): string {
  switch (advance.rule) {
    case "continues":
      return `its agent continues with ${listedUpTo(5, advance.taskIds)}`;
    case "dispatched":
      return `${listedUpTo(5, advance.taskIds)} can start`;
    case "coordinator":
      return `the coordinator is asked about ${listedUpTo(5, advance.taskIds)}`;
    case "checkpoint":
      return "a person answers at the checkpoint";
    case "status":
      return advance.running > 0
        ? `${counted(advance.running, "other task is", "other tasks are")} under way`
        : `${counted(advance.waiting, "task waits", "tasks wait")} for the coordinator`;
    case "complete":
      return "nothing is left to start";
    default:
      return unreachable(advance);
  }
}
