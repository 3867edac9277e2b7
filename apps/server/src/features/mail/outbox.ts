import type { NewId, PersonId } from "@squadroom/core/kernel/ids";
import type { Sql } from "postgres";
import { waitingByMail } from "./waiting.ts";

/** A person gets a mail at most this often, with everything that waits. */
export const GAP_MS = 5 * 60_000;
const PEOPLE_AT_ONCE = 20;
/** How long ended ones are kept. */
const KEPT_MS = 30 * 86_400_000;

export interface MailTools {
  sql: Sql;
  now: () => number;
  newId: NewId;
}

export interface OutboxTools extends MailTools {
  /** Things found within this time go into one mail, ms. */
  holdMs: number;
}

/**
 * Writes down new things that wait; each once for each person, however many processes look, and once more for a person
 * to whom it is handed.
 */
export async function findThings({ sql, now }: MailTools): Promise<void> {
  const at = now();
  await sql`
    INSERT INTO mail_things (room_id, person_id, item, found_at)
    SELECT w.room_id, w.person_id, w.item, ${at}::bigint FROM ${waitingByMail(sql, at)} w
    WHERE NOT EXISTS (SELECT 1 FROM mail_things t
      WHERE t.room_id = w.room_id AND t.person_id = w.person_id AND t.item = w.item
        AND (w.handed_at IS NULL OR w.handed_at <= t.found_at))
    ON CONFLICT (room_id, person_id, item) DO UPDATE SET found_at = excluded.found_at, mail_id = NULL
      WHERE EXISTS (SELECT 1 FROM inbox_handovers o WHERE o.room_id = excluded.room_id AND o.item = excluded.item
        AND o.person_id = excluded.person_id AND o.at > mail_things.found_at)`;
}

/** Puts what was found into mails: one for each person whose oldest thing has waited long enough. */
export async function gatherMails({ sql, now, newId, holdMs }: OutboxTools): Promise<void> {
  const at = now();
  await sql.begin(async (tx) => {
    // Under the person's lock; whoever had it before has moved `mailed_at`, which is read again with the lock.
    const people = await tx<{ id: PersonId }[]>`
      SELECT a.person_id AS id FROM mail_addresses a
      WHERE (a.mailed_at IS NULL OR a.mailed_at <= ${at - GAP_MS}) AND EXISTS (SELECT 1 FROM mail_things t
        WHERE t.person_id = a.person_id AND t.mail_id IS NULL AND t.found_at <= ${at - holdMs})
      ORDER BY a.mailed_at NULLS FIRST LIMIT ${PEOPLE_AT_ONCE} FOR UPDATE SKIP LOCKED`;
    for (const { id: person } of people) {
      // One that was tried may have arrived, and has fewer attempts left: new things get a mail of their own.
      const [pending] = await tx<{ id: string }[]>`
        SELECT id FROM mails WHERE person_id = ${person} AND state = 'pending' AND failed = 0 AND lease_until IS NULL
        ORDER BY id LIMIT 1 FOR UPDATE`;
      const mailId = pending?.id ?? newId();
      const { count } = await tx`
        UPDATE mail_things t SET mail_id = ${mailId} FROM ${waitingByMail(tx, at, person)} w
        WHERE t.person_id = ${person} AND t.mail_id IS NULL AND t.room_id = w.room_id AND t.item = w.item`;
      // The rest no longer waits; if it ever does again, it is found again.
      await tx`
        DELETE FROM mail_things WHERE person_id = ${person} AND mail_id IS NULL AND found_at <= ${at - holdMs}`;
      if (count === 0) continue;
      await tx`
        INSERT INTO mails (id, person_id, state, failed, next_at, created_at)
        VALUES (${mailId}, ${person}, 'pending', 0, ${at}, ${at})
        ON CONFLICT (id) DO UPDATE SET next_at = ${at}`;
      await tx`UPDATE mail_addresses SET mailed_at = ${at} WHERE person_id = ${person}`;
    }
  });
}

/** What has ended, and no longer waits, is forgotten. */
export async function forgetMails({ sql, now }: MailTools): Promise<void> {
  const before = now() - KEPT_MS;
  await sql`DELETE FROM mails WHERE ended_at < ${before}`;
  await sql`
    DELETE FROM mail_things t WHERE t.found_at < ${before}
      AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.room_id = t.room_id AND d.state = 'pending'
        AND t.item = 'decision:' || d.id)
      AND NOT EXISTS (SELECT 1 FROM questions q WHERE q.room_id = t.room_id AND q.closed_at IS NULL
        AND t.item = 'question:' || q.message_id)`;
}
