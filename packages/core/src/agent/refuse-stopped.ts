import type { AgentCaller } from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import { refused } from "../kernel/ruling.ts";
import type { RoomRuling } from "../room/ruling.ts";
import { seat } from "./seat.ts";
import { stopOf, stopText } from "./stopped.ts";

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
