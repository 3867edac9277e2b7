import type { AgentCaller } from "../kernel/actor.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type RoomRuling, refused } from "../kernel/ruling.ts";
import { brokenSpec } from "../team/role-spec.ts";
import { findRole } from "../team/team.ts";
import { seat } from "./seat.ts";
import { stopOf, stopText } from "./stopped.ts";

/** Nobody works by a spec that can't be read, even with a task in hand: its demands would be ignored. */
export function refuseBroken({ team }: Pick<Room, "team">, role: RoleName): Extract<RoomRuling, { ok: false }> | null {
  const bad = brokenSpec(findRole(team, role));
  return bad && refused("spec_broken", bad.text, { role, line: bad.line });
}

/** Nothing is accepted from a stopped agent before a person has decided. */
export function refuseStopped(room: Room, by: AgentCaller): Extract<RoomRuling, { ok: false }> | null {
  const stop = stopOf(room, by.id);
  const why = stopText(room, by.id);
  if (!stop || why === null) return null;
  const seated = seat(room, by);
  if (!seated.ok) return seated;
  return refused("worker_stopped", `${why} Wait for that.`, { taskId: stop.taskId });
}
