import { retryDelay } from "@squadroom/core/kernel/retry";
import { isDelivered, isGone, OFF_AFTER_MS, type WebhookAttempt } from "@squadroom/core/webhook/webhook";
import type { Sql } from "postgres";
import { post } from "./send.ts";
import { signedHeaders } from "./signature.ts";

/** A process that dies lets others take its deliveries after this long. */
export const LEASE_MS = 60_000;

export interface Due {
  room_id: string;
  id: string;
  webhook_id: string;
  seq: string | null;
  body: string;
  attempts: WebhookAttempt[];
  failed: number;
  created_at: string;
  url: string;
  secret: string;
  failing_since: string | null;
}

export interface SenderOptions {
  /** Also to addresses inside a network. */
  allowPrivate: boolean;
  leaseMs?: number;
  timeoutMs?: number;
  random?: () => number;
}

/** Sends what this process has taken, and notes the outcome. */
export function createSender(options: SenderOptions & { sql: Sql; now: () => number }, isStopped: () => boolean) {
  const { sql, now, leaseMs = LEASE_MS, random = Math.random } = options;

  /** Deliveries for one receiver go one after the other, in the order of events. */
  async function sendInOrder(own: Due[], leaseUntil: number): Promise<void> {
    own.sort((a, b) => Number(a.created_at) - Number(b.created_at) || Number(a.seq) - Number(b.seq));
    for (const delivery of own) {
      // The lease is too short for one more: another round, or process, takes it.
      const isLate = now() > leaseUntil - (options.timeoutMs ?? leaseMs / 3);
      if (isLate || isStopped()) await release(delivery, leaseUntil);
      else await send(delivery, leaseUntil);
    }
  }

  async function release({ room_id, id }: Due, leaseUntil: number): Promise<void> {
    await sql`
      UPDATE webhook_deliveries SET lease_until = NULL
      WHERE room_id = ${room_id} AND id = ${id} AND lease_until = ${leaseUntil}`;
  }

  async function send(delivery: Due, leaseUntil: number): Promise<void> {
    const { id, body, url, secret } = delivery;
    const at = now();
    const signed = signedHeaders(secret, { id, timestampS: Math.floor(at / 1000), body });
    const sent = await post(url, {
      body,
      headers: { ...signed, "content-type": "application/json", "user-agent": "squadroom" },
      allowPrivate: options.allowPrivate,
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    });
    await note(delivery, { at, ...sent }, leaseUntil);
  }

  /** The outcome counts only under the lease: a process that lost it may have been answered, and sends again. */
  async function note(delivery: Due, attempt: WebhookAttempt, leaseUntil: number): Promise<void> {
    const { room_id: roomId, id, webhook_id: webhookId } = delivery;
    const ok = isDelivered(attempt);
    const failed = ok ? 0 : delivery.failed + 1;
    const delay = ok ? null : retryDelay(failed, random());
    const state = ok ? "delivered" : delay === null ? "gave_up" : "pending";
    const ended = now();
    const attempts = JSON.stringify([...delivery.attempts, attempt].slice(-50));
    await sql.begin(async (tx) => {
      // The webhook before its deliveries, the order in which everybody locks them: then a removal and this never wait
      // for each other.
      await tx`
        SELECT 1 FROM webhooks WHERE room_id = ${roomId} AND id = ${webhookId} FOR NO KEY UPDATE`;
      const noted = await tx`
        UPDATE webhook_deliveries SET state = ${state}, attempts = ${attempts}::text::json, failed = ${failed},
          next_at = ${delay === null ? null : ended + delay}, lease_until = NULL,
          ended_at = ${state === "pending" ? null : ended}
        WHERE room_id = ${roomId} AND id = ${id} AND lease_until = ${leaseUntil}`;
      if (noted.count === 0) return;
      if (ok) {
        await tx`
          UPDATE webhooks SET failing_since = NULL
          WHERE room_id = ${roomId} AND id = ${webhookId} AND failing_since IS NOT NULL`;
        return;
      }
      await tx`
        UPDATE webhooks SET failing_since = coalesce(failing_since, ${attempt.at})
        WHERE room_id = ${roomId} AND id = ${webhookId}`;
      const reason = isGone(attempt)
        ? "The receiver answered 410: it is gone for good."
        : `Nothing has arrived for three days. The last attempt: ${attempt.error ?? "no answer"}`;
      await tx`
        UPDATE webhooks SET off_at = ${ended}, off_reason = ${reason}, off_by = 'server'
        WHERE room_id = ${roomId} AND id = ${webhookId} AND off_at IS NULL
          AND (${isGone(attempt)} OR failing_since <= ${ended - OFF_AFTER_MS})`;
    });
  }

  return { sendInOrder };
}
