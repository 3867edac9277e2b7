import {
  isDelivered,
  isGone,
  OFF_AFTER_MS,
  retryDelay,
  type WebhookAttempt,
} from "@squadroom/core/webhook/webhook";
import type { Sql } from "postgres";
import { type OutboxTools, scheduleDeliveries } from "./outbox.ts";
import { post } from "./send.ts";
import { signedHeaders } from "./signature.ts";

const STEP_MS = 1_000;
const JITTER_MS = 200;
/** A process that dies lets others take its deliveries after this long. */
const LEASE_MS = 60_000;
const AT_ONCE = 20;
/** Delivered and given-up ones are kept so long. */
const KEPT_MS = 30 * 86_400_000;
const FORGET_EVERY = 600;

interface Due {
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

export interface CourierOptions extends OutboxTools {
  sql: Sql;
  /** Also to addresses inside of a network. */
  allowPrivate: boolean;
  leaseMs?: number;
  timeoutMs?: number;
  random?: () => number;
  log: { error: (details: object, message: string) => void };
}

/**
 * Carries what rooms tell their webhooks: makes deliveries out of the logs, sends what is due, tries
 * again later. Runs in every process; a delivery is one process's under its lease. A receiver gets each at
 * least once, always under the same id.
 */
export function createCourier(options: CourierOptions) {
  const { sql, now, leaseMs = LEASE_MS, random = Math.random } = options;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let running: Promise<unknown> | null = null;
  let round = 0;

  function start() {
    if (stopped) return;
    timer = setTimeout(
      () => {
        running = step()
          .catch((error: unknown) =>
            options.log.error({ err: error }, "webhooks were not served; again in a second"),
          )
          .finally(() => {
            running = null;
            start();
          });
      },
      STEP_MS + random() * JITTER_MS,
    );
    timer.unref();
  }

  /** One round: all that is behind is scheduled, and all that is due sent. */
  async function step(): Promise<void> {
    while ((await scheduleDeliveries(options)) > 0 && !stopped);
    while ((await sendDue()) > 0 && !stopped);
    if (round++ % FORGET_EVERY === 0)
      await sql`DELETE FROM webhook_deliveries WHERE ended_at < ${now() - KEPT_MS}`;
  }

  async function sendDue(): Promise<number> {
    const at = now();
    const leaseUntil = at + leaseMs;
    const due = await sql<Due[]>`
      WITH taken AS (
        SELECT d.room_id, d.id FROM webhook_deliveries d
        JOIN webhooks w ON w.room_id = d.room_id AND w.id = d.webhook_id
        WHERE d.state = 'pending' AND d.next_at <= ${at} AND w.off_at IS NULL
          AND (d.lease_until IS NULL OR d.lease_until <= ${at})
        ORDER BY d.next_at, d.seq LIMIT ${AT_ONCE} FOR UPDATE OF d SKIP LOCKED)
      UPDATE webhook_deliveries d SET lease_until = ${leaseUntil}
      FROM taken t, webhooks w
      WHERE d.room_id = t.room_id AND d.id = t.id AND w.room_id = d.room_id AND w.id = d.webhook_id
      RETURNING d.room_id, d.id, d.webhook_id, d.seq, d.body, d.attempts, d.failed, d.created_at,
        w.url, w.secret, w.failing_since`;
    const byWebhook = new Map<string, Due[]>();
    for (const delivery of due) {
      const own = byWebhook.get(delivery.webhook_id);
      if (own) own.push(delivery);
      else byWebhook.set(delivery.webhook_id, [delivery]);
    }
    await Promise.all([...byWebhook.values()].map((own) => sendInOrder(own, leaseUntil)));
    return due.length;
  }

  /** What one receiver gets goes one after the other, as it happened. */
  async function sendInOrder(own: Due[], leaseUntil: number): Promise<void> {
    own.sort(
      (a, b) => Number(a.created_at) - Number(b.created_at) || Number(a.seq) - Number(b.seq),
    );
    for (const delivery of own) {
      // The lease is not long enough for one more: another round, or process, takes it.
      const isLate = now() > leaseUntil - (options.timeoutMs ?? leaseMs / 3);
      if (isLate || stopped) await release(delivery, leaseUntil);
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

  /** What came of it counts only under the lease: who lost it may have been answered, and sends again. */
  async function note(delivery: Due, attempt: WebhookAttempt, leaseUntil: number): Promise<void> {
    const { room_id: roomId, id, webhook_id: webhookId } = delivery;
    const ok = isDelivered(attempt);
    const failed = ok ? 0 : delivery.failed + 1;
    const delay = ok ? null : retryDelay(failed, random());
    const state = ok ? "delivered" : delay === null ? "gave_up" : "pending";
    const ended = now();
    const attempts = JSON.stringify([...delivery.attempts, attempt].slice(-50));
    await sql.begin(async (tx) => {
      // The webhook before its deliveries, as everybody locks them: who removes one is not waited for in turn.
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

  return {
    start,
    /** One round now; for tests. */
    step,
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
