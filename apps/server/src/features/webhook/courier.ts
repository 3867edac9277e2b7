import {
  isDelivered,
  isGone,
  OFF_AFTER_MS,
  retryDelay,
  type WebhookAttempt,
} from "@squadroom/core/webhook/webhook";
import type { Sql } from "postgres";
import { causeOf } from "../../platform/outage/cause.ts";
import { createOutage, type OutageLog } from "../../platform/outage/outage.ts";
import { freeLanes, LANES, type Lane } from "./lanes.ts";
import { type OutboxTools, scheduleDeliveries } from "./outbox.ts";
import { post } from "./send.ts";
import { signedHeaders } from "./signature.ts";

const STEP_MS = 1_000;
const JITTER_MS = 200;
/** A process that dies lets others take its deliveries after this long. */
const LEASE_MS = 60_000;
/** Of one webhook that are taken at once, and sent one after the other. */
const OF_WEBHOOK = 5;
/** Webhooks that wait, of which the lanes are given. */
const WAITING_READ = 500;
/** Rounds of making deliveries before those that are made are sent. */
const SCHEDULED_AT_ONCE = 10;
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
  log: OutageLog;
}

/**
 * Carries what rooms tell their webhooks: makes deliveries out of the logs, sends what is due, tries
 * again later. Runs in every process; a delivery is one process's under its lease. A receiver gets each at
 * least once, always under the same id.
 */
export function createCourier(options: CourierOptions) {
  const { sql, now, leaseMs = LEASE_MS, random = Math.random } = options;
  const outage = createOutage(options.log, {
    begins: "webhooks are not served",
    ends: "webhooks are served again",
  });
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let running: Promise<unknown> | null = null;
  let rounds = 0;
  const lanes = new Map<string, { lane: Lane; done: Promise<unknown> }>();
  let filling: Promise<void> | null = null;
  let isWanted = false;

  function start() {
    if (stopped) return;
    timer = setTimeout(
      () => {
        running = round()
          .then(outage.worked, complain)
          .finally(() => {
            running = null;
            start();
          });
      },
      STEP_MS + random() * JITTER_MS,
    );
    timer.unref();
  }

  /** One round: what is behind is scheduled, and what is due gets its lanes. */
  async function round(): Promise<void> {
    for (let n = 0; n < SCHEDULED_AT_ONCE && !stopped; n++)
      if ((await scheduleDeliveries(options)) === 0) break;
    await fill();
    if (rounds++ % FORGET_EVERY === 0)
      await sql`DELETE FROM webhook_deliveries WHERE ended_at < ${now() - KEPT_MS}`;
  }

  /** All that is behind is scheduled and all that is due sent; for tests. */
  async function step(): Promise<void> {
    while ((await scheduleDeliveries(options)) > 0 && !stopped);
    await round();
    while (lanes.size > 0) await Promise.all([...lanes.values()].map(({ done }) => done));
  }

  /** One at a time, and once more if a lane got free meanwhile. */
  async function fill(): Promise<void> {
    isWanted = true;
    if (filling) return filling;
    filling = (async () => {
      while (isWanted && !stopped) {
        isWanted = false;
        await fillOnce();
      }
    })().finally(() => {
      filling = null;
    });
    return filling;
  }

  /** Each lane sends to one webhook: who does not answer holds up nobody else. */
  async function fillOnce(): Promise<void> {
    const at = now();
    const busy = [...lanes.values()].map(({ lane }) => lane);
    if (busy.length >= LANES) return;
    const waiting = await sql<Lane[]>`
      SELECT d.room_id AS "roomId", d.webhook_id AS "webhookId", bool_or(w.failing_since IS NOT NULL) AS "isFailing"
      FROM webhook_deliveries d JOIN webhooks w ON w.room_id = d.room_id AND w.id = d.webhook_id
      WHERE d.state = 'pending' AND d.next_at <= ${at} AND w.off_at IS NULL
        AND (d.lease_until IS NULL OR d.lease_until <= ${at})
        AND d.webhook_id <> ALL(${busy.map(({ webhookId }) => webhookId)}::uuid[])
      GROUP BY d.room_id, d.webhook_id ORDER BY min(d.next_at), min(d.created_at) LIMIT ${WAITING_READ}`;
    const free = freeLanes(waiting, busy);
    if (free.length === 0) return;
    const leaseUntil = at + leaseMs;
    const due = await take(free, at, leaseUntil);
    for (const lane of free) {
      const own = due.filter(({ webhook_id }) => webhook_id === lane.webhookId);
      if (own.length > 0) open(lane, own, leaseUntil);
    }
  }

  function open(lane: Lane, own: Due[], leaseUntil: number): void {
    const done = sendInOrder(own, leaseUntil)
      .catch(complain)
      .then(() => {
        lanes.delete(lane.webhookId);
        return stopped ? undefined : fill();
      })
      .catch(complain);
    lanes.set(lane.webhookId, { lane, done });
  }

  function complain(error: unknown): void {
    // The database's own outages are told once, for all.
    if (causeOf(error)) options.log.error({ err: error }, "webhooks couldn't be sent");
    else outage.failed(error);
  }

  /** The oldest few of each; of two processes that want one the first has it. */
  async function take(from: readonly Lane[], at: number, leaseUntil: number): Promise<Due[]> {
    return sql<Due[]>`
      WITH picked AS (
        SELECT p.room_id, p.id
        FROM unnest(${from.map(({ roomId }) => roomId)}::uuid[], ${from.map(({ webhookId }) => webhookId)}::uuid[])
          AS lane(room_id, webhook_id)
        CROSS JOIN LATERAL (
          SELECT d.room_id, d.id FROM webhook_deliveries d
          WHERE d.room_id = lane.room_id AND d.webhook_id = lane.webhook_id AND d.state = 'pending'
            AND d.next_at <= ${at} AND (d.lease_until IS NULL OR d.lease_until <= ${at})
          ORDER BY d.next_at, d.seq LIMIT ${OF_WEBHOOK}) p)
      UPDATE webhook_deliveries d SET lease_until = ${leaseUntil}
      FROM picked p, webhooks w
      WHERE d.room_id = p.room_id AND d.id = p.id AND w.room_id = d.room_id AND w.id = d.webhook_id
        AND d.state = 'pending' AND (d.lease_until IS NULL OR d.lease_until <= ${at})
      RETURNING d.room_id, d.id, d.webhook_id, d.seq, d.body, d.attempts, d.failed, d.created_at,
        w.url, w.secret, w.failing_since`;
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
    step,
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
      await Promise.all([...lanes.values()].map(({ done }) => done));
    },
  };
}
