import type { PersonId } from "@squadroom/core/kernel/ids";
import { retryDelay } from "@squadroom/core/kernel/retry";
import type { ISql } from "postgres";
import type { MailTools } from "./outbox.ts";
import type { WaitingRow } from "./waiting.ts";

/** `refused`: the address gets no mail; `failed`: it may work another time; `stopped`: this process stopped waiting. */
export type Sent =
  | { outcome: "sent" }
  | { outcome: "stopped" }
  | { outcome: "refused"; reason: string }
  | { outcome: "failed"; reason: string; isServer: boolean };

/**
 * How long the mail server may be silent, ms: a mail that it has in full may be on its way while it says nothing, and
 * would be sent again.
 *
 * @source RFC 5321, 4.5.3.2.6
 */
export const SILENCE_MS = 600_000;

/** A mail that this process has under lease. */
export interface Due {
  id: string;
  person_id: PersonId;
  failed: number;
}

/** What becomes of a mail after an attempt. */
export interface After {
  state: "pending" | "sent" | "dropped" | "refused" | "gave_up";
  /** Attempts that failed. */
  failed: number;
  nextAt: number;
}

type Tools = Pick<MailTools, "sql" | "now">;

/** Up to a limit, the longest due first; no other process has them before the lease is over. */
export function takeMails({ sql, now }: Tools, count: number, leaseUntil: number): Promise<Due[]> {
  const at = now();
  return sql<Due[]>`
    WITH due AS (
      SELECT id FROM mails WHERE state = 'pending' AND next_at <= ${at}
        AND (lease_until IS NULL OR lease_until <= ${at})
      ORDER BY next_at LIMIT ${count} FOR UPDATE SKIP LOCKED)
    UPDATE mails m SET lease_until = ${leaseUntil} FROM due
    WHERE m.id = due.id RETURNING m.id, m.person_id, m.failed`;
}

/** Nothing in it waits any longer, or nobody gets it. */
export async function noteDropped({ sql, now }: Tools, mail: Due, leaseUntil: number): Promise<void> {
  const at = now();
  const after: After = { state: "dropped", failed: mail.failed, nextAt: at };
  await sql.begin((tx) => note(tx, mail, leaseUntil, { after, at, rows: [] }));
}

/** @returns `null`: the lease was over, so that it counts for nothing */
export async function noteSent(
  { sql, now }: Tools,
  mail: Due,
  leaseUntil: number,
  {
    sent,
    to,
    rows,
    random,
  }: {
    sent: Sent;
    to: string;
    /** What it reported. */
    rows: readonly WaitingRow[];
    /** From 0 up to 1. */
    random: number;
  },
): Promise<After | null> {
  const at = now();
  const after = afterOf(mail, sent, at, random);
  return await sql.begin(async (tx) => {
    if (!(await note(tx, mail, leaseUntil, { after, at, rows }))) return null;
    if (sent.outcome === "sent")
      await tx`
        UPDATE mail_addresses SET sent_at = ${at}, problem = NULL, problem_at = NULL
        WHERE person_id = ${mail.person_id}`;
    if (sent.outcome === "failed" || sent.outcome === "refused")
      await tx`
        UPDATE mail_addresses SET problem = ${sent.reason}, problem_at = ${at}, is_on = is_on AND NOT ${sent.outcome === "refused"}
        WHERE person_id = ${mail.person_id} AND address = ${to}`;
    return after;
  });
}

/** @returns whether the lease still held */
async function note(
  tx: ISql,
  { id, person_id }: Due,
  leaseUntil: number,
  { after, at, rows }: { after: After; at: number; rows: readonly WaitingRow[] },
): Promise<boolean> {
  const { state, failed, nextAt } = after;
  // The person before the mail, the order in which everybody locks them.
  await tx`SELECT 1 FROM mail_addresses WHERE person_id = ${person_id} FOR NO KEY UPDATE`;
  const { count } = await tx`
    UPDATE mails SET state = ${state}, failed = ${failed}, lease_until = NULL,
      next_at = ${nextAt}, ended_at = ${state === "pending" ? null : at}
    WHERE id = ${id} AND lease_until = ${leaseUntil} AND state = 'pending'`;
  if (count === 0) return false;
  // What it doesn't report may wait again one day: then it is found again.
  await tx`
    DELETE FROM mail_things WHERE mail_id = ${id} AND NOT EXISTS (
      SELECT 1 FROM unnest(${rows.map(({ room_id }) => room_id)}::uuid[], ${rows.map(({ item }) => item)}::text[])
        AS told (room_id, item) WHERE told.room_id = mail_things.room_id AND told.item = mail_things.item)`;
  return true;
}

function afterOf({ failed }: Due, sent: Sent, at: number, random: number): After {
  if (sent.outcome === "sent" || sent.outcome === "refused") return { state: sent.outcome, failed, nextAt: at };
  const isStopped = sent.outcome === "stopped";
  // It may have arrived, so new things get a mail of their own; but a stop uses up no attempt.
  const attempts = isStopped ? Math.max(failed, 1) : failed + 1;
  const delay = retryDelay(isStopped ? 1 : attempts, random);
  if (delay === null) return { state: "gave_up", failed: attempts, nextAt: at };
  return { state: "pending", failed: attempts, nextAt: at + delay };
}
