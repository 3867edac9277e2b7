import type { WorkerErrors } from "../error/reported-error.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { refused } from "../kernel/ruling.ts";
import { counted } from "../kernel/words.ts";
import type { RoomView } from "../log/view.ts";
import type { RoomRuling } from "../room/ruling.ts";
import type { Task } from "../task/task.ts";
import { seat } from "./seat.ts";

type Stop = NonNullable<WorkerErrors["stop"]>;
type Seen = { errors?: RoomView["errors"]; tasks: RoomView["tasks"] };

/** What stopped this agent: its errors, as long as a person hasn't said what becomes of the task that it had. */
export function stopOf(view: Seen, agentId: AgentId): Stop | undefined {
  const stop = view.errors?.workers[agentId]?.stop;
  if (!stop) return undefined;
  const task = view.tasks.find(({ id }) => id === stop.taskId);
  return task && isStoppedBy(task, stop) ? stop : undefined;
}

/** The same as its agent is told; `null`: nothing stopped it. */
export function stopText(view: Seen, agentId: AgentId): string | null {
  const stop = stopOf(view, agentId);
  return stop
    ? `You were stopped after ${counted(stop.errors.length, "error")} in one run. A person decides what happens to ${stop.taskId}.`
    : null;
}

/** Nothing is taken of an agent that is stopped before a person decided. */
export function refuseStopped(
  room: Room,
  by: AgentCaller,
): Extract<RoomRuling, { ok: false }> | null {
  const stop = stopOf(room, by.id);
  const why = stopText(room, by.id);
  if (!stop || why === null) return null;
  const seated = seat(room, by);
  if (!seated.ok) return seated;
  return refused("worker_stopped", `${why} Wait for that.`, { taskId: stop.taskId });
}

/** The stop that a task waits for a person with, and whose. */
export function stopAbout(
  { errors }: Pick<RoomView, "errors">,
  task: Task,
): (Stop & { agentId: AgentId }) | undefined {
  if (task.state !== "failed" || task.lastEnd?.how !== "stopped") return undefined;
  for (const [agentId, { stop }] of Object.entries(errors?.workers ?? {}))
    if (stop?.taskId === task.id && isStoppedBy(task, stop))
      return { ...stop, agentId: agentId as AgentId };
  return undefined;
}

/** It may have failed anew since then, with somebody else. */
function isStoppedBy({ state, lastEnd }: Task, { at }: Stop): boolean {
  return state === "failed" && lastEnd?.how === "stopped" && lastEnd.at === at;
}
