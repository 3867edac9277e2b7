import { answerDecision } from "@squadroom/core/asking/contract";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { putBackTask } from "@squadroom/core/task/steering/contract";
import type { ISql } from "postgres";
import { rightOf } from "../../platform/auth/access.ts";
import type { PersonPrincipal } from "../../platform/auth/principal.ts";

/** A piece of SQL: the existing rooms that this person may see, as `(room_id, name)`. */
export function visibleRooms(sql: ISql, person: PersonPrincipal) {
  if (person.admin) return sql`(SELECT room_id, name FROM room_names)`;
  return among(sql, [...person.rooms.keys()]);
}

/** The same for the rooms in which the person may answer. */
export function answerableRooms(sql: ISql, person: PersonPrincipal) {
  if (person.admin) return visibleRooms(sql, person);
  const mayAnswer = (id: RoomId) => rightOf(person, answerDecision.access, id) === "ok";
  return among(sql, [...person.rooms.keys()].filter(mayAnswer));
}

/** The same for the rooms in which the person may take a task from an agent, and resume clearing. */
export function ledRooms(sql: ISql, person: PersonPrincipal) {
  if (person.admin) return visibleRooms(sql, person);
  const leads = (id: RoomId) => rightOf(person, putBackTask.access, id) === "ok";
  return among(sql, [...person.rooms.keys()].filter(leads));
}

function among(sql: ISql, ids: RoomId[]) {
  return sql`(SELECT room_id, name FROM room_names WHERE room_id = ANY(${ids}::uuid[]))`;
}

export type Rooms = ReturnType<typeof visibleRooms>;
