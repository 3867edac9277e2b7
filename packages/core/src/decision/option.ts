import type { DecisionAct } from "../kernel/question.ts";
import type { DecisionOption } from "./decision.ts";

/** One answer of a decision; it needs no note and cannot be undone, unless it says so. */
export function anOption<const T extends DecisionAct>(
  id: string,
  label: string,
  consequence: string,
  act: T,
  more: Partial<Pick<DecisionOption, "needsNote" | "canUndo">> = {},
): DecisionOption<T["kind"]> {
  return {
    id,
    label,
    consequence,
    needsNote: more.needsNote ?? false,
    canUndo: more.canUndo ?? false,
    // An act of this kind, though the compiler can't see that the kind says all of it.
    act: act as DecisionAct as DecisionAct<T["kind"]>,
  };
}
