import type { NewTask } from "../../task/task.ts";
import { openOutcome, type TaskOutcome } from "./outcome.ts";
import type { Execution } from "./session.ts";

/** Each outcome, changed by the same rule. */
export function mapped(
  outcomes: Execution["outcomes"],
  update: (one: TaskOutcome) => TaskOutcome,
): Execution["outcomes"] {
  return Object.fromEntries(Object.entries(outcomes).map(([id, one]) => [id, update(one)]));
}

/** @param found what those of them are made for that mend what a review found */
export function outcomesOf(
  tasks: readonly { planId: string; task: NewTask }[],
  reviewsBefore: number,
  found = 0,
): Execution["outcomes"] {
  return Object.fromEntries(
    tasks.map(({ planId, task }) => [
      task.id,
      openOutcome(planId, task, reviewsBefore, task.intent === "findings" ? found : 0),
    ]),
  );
}
