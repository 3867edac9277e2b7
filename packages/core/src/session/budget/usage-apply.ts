import { ASKED_OF_SESSIONS, type EventsOf, type FactsOf, fact, type RoomEvent } from "../../kernel/event.ts";
import type { SessionId } from "../../kernel/ids.ts";
import type { RoomView } from "../../kernel/view.ts";
import { liveTask } from "../../task/order.ts";
import { withSum } from "../../usage/of-session.ts";
import { addUsage, NO_USAGE, type Usage } from "../../usage/usage.ts";

export const USAGE_FACTS: FactsOf<EventsOf<"usage">> = {
  "usage.reported": fact({ ...ASKED_OF_SESSIONS, isIdle: true }, (next, { data: { taskId, sessionId, usage } }) => {
    const add = <T extends { id: string; usage?: Usage | null }>(task: T): T =>
      task.id === taskId ? { ...task, usage: addUsage(task.usage ?? NO_USAGE, usage) } : task;
    next.tasks = next.tasks.map(add);
    if (next.ended.some(({ id }) => id === taskId)) next.ended = next.ended.map(add);
    if (sessionId !== null) setUsage(next, sessionId, (sum) => addUsage(sum, usage));
  }),
};

/** An attempt at a session's task is a run of it; a claim that reached nobody is not. */
export function countRuns(next: RoomView, event: RoomEvent): void {
  if (event.type !== "task.claimed" && event.type !== "task.released") return;
  const sessionId = liveTask(next, event.data.taskId)?.sessionId ?? null;
  const count = event.type === "task.claimed" ? 1 : -1;
  if (sessionId !== null) setUsage(next, sessionId, (sum) => ({ ...sum, runs: sum.runs + count }));
}

function setUsage(next: RoomView, id: SessionId, add: (sum: Usage) => Usage): void {
  const { live } = next.sessions;
  const at = live.findIndex((session) => session.id === id);
  const session = live[at];
  // What is reported about a session that has ended meanwhile is only in the log.
  if (!session) return;
  next.sessions = { ...next.sessions, live: live.with(at, withSum(session, add)) };
}
