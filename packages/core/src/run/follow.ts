import type { RoomEvent } from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { lineageAfter } from "./lineage.ts";
import { setRun } from "./set.ts";

/** Which of its agent's acts, by whatever door, count against an empty turn; and whose work a new task continues. */
export function followRuns(before: RoomView, next: RoomView, event: RoomEvent): void {
  const { runs } = next;
  if (!runs) return;
  if (before.tasks !== next.tasks) {
    const lineage = lineageAfter(before, next, event);
    if (lineage !== runs.lineage) next.runs = { ...runs, lineage };
  }
  const { actor } = event;
  if (actor.kind !== "agent" || IDLE.has(event.type)) return;
  const run = runs.live.find((one) => one.agentId === actor.id && one.turnSince !== null);
  if (run && !run.hasActed) setRun(next, run.id, (one) => ({ ...one, hasActed: true }));
}

/** Calls of an agent that do nothing for its task. */
const IDLE: ReadonlySet<RoomEvent["type"]> = new Set([
  "agent.joined",
  "agent.left",
  "agent.came_online",
  "message.delivered",
  "task.claimed",
  "task.resumed",
  "task.started",
  "usage.reported",
  "run.turn_began",
  "run.turn_ended",
]);
