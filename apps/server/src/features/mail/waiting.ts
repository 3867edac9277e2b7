import type { DecisionOption } from "@squadroom/core/decision/decision";
import { URGENCIES } from "@squadroom/core/decision/decision";
import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import type { ISql } from "postgres";
import { decisionThing, isIn, isMine, isTaker, questionThing, type ThingPieces } from "../inbox/index.ts";

/** A decision or question about which somebody has to be told. */
export interface WaitingRow {
  room_id: RoomId;
  room: string;
  item: string;
  /** Id of its card. */
  id: string;
  question: string;
  reason: string;
  by: string | null;
  options: DecisionOption[] | null;
  /** When somebody else handed it to the person. */
  handed_at: string | null;
}

/**
 * What waits for whom, among those whose mail is on, as `w`: the inbox's own predicates, at this moment. People who may
 * no longer
 * answer, or have put it off, are left out.
 *
 * @param person only this one's
 */
export function waitingByMail(sql: ISql, now: number, person: PersonId | null = null) {
  const me = sql`a.person_id`;
  const handover = (thing: ThingPieces) => sql`
    LEFT JOIN inbox_handovers o ON o.room_id = ${thing.room} AND o.item = ${thing.item} AND o.person_id = a.person_id`;
  // Whoever took it needs no mail about it.
  const waits = (thing: ThingPieces, askedAt: ReturnType<typeof sql>) => sql`
    a.is_on AND a.confirmed_at IS NOT NULL AND (${person}::uuid IS NULL OR a.person_id = ${person}::uuid)
    AND coalesce(${isTaker(sql, thing.takers)}, false) AND ${isIn(sql, thing, { me, now, group: "waiting" })}
    AND (a.what = 'waiting' OR ${isMine(sql, thing, me)})
    AND greatest(${askedAt}, o.at) >= a.since AND o.by_id IS DISTINCT FROM a.person_id`;
  const people = (thing: ThingPieces) => sql`
    JOIN room_names n ON n.room_id = ${thing.room}
    CROSS JOIN mail_addresses a JOIN people p ON p.id = a.person_id
    LEFT JOIN room_people r ON r.room_id = n.room_id AND r.person_id = p.id ${handover(thing)}`;
  const decision = decisionThing(sql);
  const question = questionThing(sql);
  return sql`(
    SELECT a.person_id, n.room_id, n.name AS room, ${decision.item} AS item, d.id, d.question, d.reason,
      d.asked_by->>'name' AS by, d.options, array_position(${[...URGENCIES]}::text[], d.urgency) AS rank,
      d.opened_at AS asked_at, o.at AS handed_at
    FROM decisions d ${people(decision)}
    WHERE d.state = 'pending' AND ${waits(decision, sql`d.opened_at`)}
    UNION ALL
    SELECT a.person_id, n.room_id, n.name, ${question.item}, q.message_id, q.text, '', q.name, NULL, ${URGENCIES.length}::int,
      q.asked_at, o.at
    FROM questions q ${people(question)}
    WHERE q.closed_at IS NULL AND ${waits(question, sql`q.asked_at`)}
  )`;
}
