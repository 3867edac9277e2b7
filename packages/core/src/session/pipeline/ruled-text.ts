import { unreachable } from "../../kernel/unreachable.ts";
import { listedUpTo } from "../../kernel/words.ts";
import { advanceText } from "../../pipeline/advance-text.ts";
import type { Ruled } from "../record/session.ts";

/** What the room did by itself in a pipeline, or somebody let go, as a sentence without its full stop. */
export function ruledText(ruled: Ruled): string {
  if ("advances" in ruled) {
    const what = ruled.advances.map(advanceText).join("; ");
    if (ruled.ended.length > 0) return `After ${listedUpTo(5, ruled.ended)}: ${what}`;
    return `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`;
  }
  const { why, by, taskIds, behind } = ruled;
  const tasks = listedUpTo(5, taskIds);
  if (behind) return `${by} put ${tasks} in order`;
  switch (why) {
    case "told":
      return `${by} let ${tasks} start`;
    case "nobody_there":
      return `No coordinator was there: ${tasks} started`;
    case "no_answer":
      return `The coordinator didn't answer: ${tasks} started`;
    case "in_turn":
      return `Its turn: ${tasks}`;
    default:
      return unreachable(why);
  }
}
