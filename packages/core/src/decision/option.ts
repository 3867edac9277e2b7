import type { DecisionAct } from "./act.ts";
import type { DecisionOption } from "./decision.ts";

/** One answer of a decision; it needs no note and cannot be undone, unless it says so. */
export function anOption(
  id: string,
  label: string,
  consequence: string,
  act: DecisionAct,
  more: Partial<Pick<DecisionOption, "needsNote" | "canUndo">> = {},
): DecisionOption {
  return {
    id,
    label,
    consequence,
    needsNote: more.needsNote ?? false,
    canUndo: more.canUndo ?? false,
    act,
  };
}
