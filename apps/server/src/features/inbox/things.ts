import { answerDecision } from "@squadroom/core/asking/contract";
import type { InboxGroup } from "@squadroom/core/inbox/thing";
import type { PersonId } from "@squadroom/core/kernel/ids";
import { PERSON_ROLES } from "@squadroom/core/kernel/person-roles";
import type { Access, PersonRole } from "@squadroom/core/kernel/route";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import { putBackTask } from "@squadroom/core/task/steering/contract";
import type { ISql, PendingQuery, Row } from "postgres";

export type Piece = PendingQuery<Row[]>;

/** Who looks, when, and at which part of everything that waits. */
export interface Eye {
  /** Or the column with the person. */
  me: PersonId | Piece;
  now: number;
  group: InboxGroup;
}

/** Pieces of SQL about one waiting thing, in the terms of the query around them. */
export interface ThingPieces {
  room: Piece;
  /** In the terms of `core/inbox/thing.ts`. */
  item: Piece;
  /** If it differs, the thing is no longer what was snoozed. */
  mark: Piece;
  /** When it moved, epoch ms: what was snoozed before is back. */
  stirredAt: Piece;
  /** Roles whose people can settle it. */
  takers: Piece;
}

function rolesWith(access: Access): PersonRole[] {
  if (access.who !== "room") throw new Error("not a right in a room");
  return PERSON_ROLES.slice(0, PERSON_ROLES.indexOf(access.persons) + 1);
}
const ANSWERING = rolesWith(answerDecision.access);
const LEADING = rolesWith(putBackTask.access);

const never = (sql: ISql) => sql`0::bigint`;
const answering = (sql: ISql) => sql`${ANSWERING}::text[]`;
const leading = (sql: ISql) => sql`${LEADING}::text[]`;

/** For `d`. It escalates with its urgency, and changes with its version. */
export function decisionThing(sql: ISql): ThingPieces {
  return {
    room: sql`d.room_id`,
    item: sql`('decision:' || d.id)`,
    mark: sql`(d.version || '/' || d.urgency)`,
    stirredAt: never(sql),
    takers: answering(sql),
  };
}

/** For `q`. */
export function questionThing(sql: ISql): ThingPieces {
  return {
    room: sql`q.room_id`,
    item: sql`('question:' || q.message_id)`,
    mark: sql`''`,
    stirredAt: never(sql),
    takers: answering(sql),
  };
}

/** For `i`, an item of the backlog. */
export function reviewThing(sql: ISql): ThingPieces {
  return {
    room: sql`i.room_id`,
    item: sql`('review:' || i.id)`,
    mark: sql`i.state_at::text`,
    stirredAt: never(sql),
    takers: answering(sql),
  };
}

/** For `m`, the mode of a room. */
export function pausedThing(sql: ISql): ThingPieces {
  return {
    room: sql`m.room_id`,
    item: sql`'paused'`,
    mark: sql`m.paused_at::text`,
    stirredAt: never(sql),
    takers: leading(sql),
  };
}

/** For `h`, a held task; a sign of life of its agent begins another silence. */
export function stuckThing(sql: ISql): ThingPieces {
  return {
    room: sql`h.room_id`,
    item: sql`('stuck:' || h.task_id)`,
    mark: sql`(h.agent_id || '/' || h.claimed_at)`,
    stirredAt: sql`h.seen_at`,
    takers: leading(sql),
  };
}

/** One row for a thing of any kind, as `t`. */
export function rowOfThing(sql: ISql, thing: ThingPieces) {
  return sql`${thing.room} AS room_id, ${thing.item} AS item, ${thing.mark} AS mark,
    ${thing.stirredAt}::bigint AS stirred_at, ${thing.takers} AS takers`;
}

/** For `t`, such a row. */
export function anyThing(sql: ISql): ThingPieces {
  return {
    room: sql`t.room_id`,
    item: sql`t.item`,
    mark: sql`t.mark`,
    stirredAt: sql`t.stirred_at`,
    takers: sql`t.takers`,
  };
}

export function isSnoozed(sql: ISql, thing: ThingPieces, { me, now }: Omit<Eye, "group">) {
  return sql`EXISTS (SELECT 1 FROM inbox_snoozes z WHERE z.room_id = ${thing.room} AND z.person_id = ${me}::uuid
    AND z.item = ${thing.item} AND z.mark = ${thing.mark} AND z.at >= ${thing.stirredAt}
    AND (z.until IS NULL OR z.until > ${now}::bigint))`;
}

/** Who may settle this thing: `p` with the role `r`, if any, that it has in the room. */
export function isTaker(sql: ISql, takers: Piece) {
  return sql`(p.deactivated_at IS NULL AND (p.admin OR r.role = ANY(${takers})))`;
}

/** Somebody who still may takes care of it: this person, or somebody else. */
function isHeld(sql: ISql, thing: ThingPieces, holder: Piece) {
  return sql`EXISTS (SELECT 1 FROM inbox_handovers o JOIN people p ON p.id = o.person_id
    LEFT JOIN room_people r ON r.room_id = o.room_id AND r.person_id = o.person_id
    WHERE o.room_id = ${thing.room} AND o.item = ${thing.item} AND ${holder} AND ${isTaker(sql, thing.takers)})`;
}

export function isMine(sql: ISql, thing: ThingPieces, me: Eye["me"]) {
  return isHeld(sql, thing, sql`o.person_id = ${me}::uuid`);
}

export function isOthers(sql: ISql, thing: ThingPieces, me: Eye["me"]) {
  return isHeld(sql, thing, sql`o.person_id <> ${me}::uuid`);
}

/** Whether the thing is in the group: every list and every count is built on this. */
export function isIn(sql: ISql, thing: ThingPieces, { me, now, group }: Eye) {
  const snoozed = isSnoozed(sql, thing, { me, now });
  const others = isOthers(sql, thing, me);
  switch (group) {
    case "waiting":
      return sql`(NOT ${snoozed} AND NOT ${others})`;
    case "mine":
      return sql`(NOT ${snoozed} AND ${isMine(sql, thing, me)})`;
    case "snoozed":
      return sql`(${snoozed} AND NOT ${others})`;
    case "others":
      return others;
    default:
      return unreachable(group);
  }
}
