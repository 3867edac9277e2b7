import type { RoomEvent } from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { lineageAfter } from "./lineage.ts";
import { setRun } from "./set.ts";

/**
 * Which of its agent's acts, by whatever door, count against an empty turn; and whose work a new task continues.
 *
 * @param isIdle the event shows nothing that its agent did for its task
 */
export function followRuns(before: RoomView, next: RoomView, event: RoomEvent, isIdle: boolean): void {
  const { runs } = next;
  if (!runs) return;
  if (before.tasks !== next.tasks) {
    const lineage = lineageAfter(before, next, event);
    if (lineage !== runs.lineage) next.runs = { ...runs, lineage };
  }
  const { actor } = event;
  if (actor.kind !== "agent" || isIdle) return;
  const run = runs.live.find((one) => one.agentId === actor.id && one.turnSince !== null);
  if (run && !run.hasActed) setRun(next, run.id, (one) => ({ ...one, hasActed: true }));
}
