import type { Sql } from "postgres";
import type { OutageLog } from "../../platform/outage/outage.ts";
import { createRounds } from "../../platform/outage/rounds.ts";
import { freeLanes, LANES, type Lane } from "./lanes.ts";
import { type OutboxTools, scheduleDeliveries } from "./outbox.ts";
import { createSender, type Due, LEASE_MS, type SenderOptions } from "./sender.ts";

const STEP_MS = 1_000;
/** Most deliveries of one webhook that are taken at once, and sent one after the other. */
const OF_WEBHOOK = 5;
/** Most waiting webhooks that are read to fill the lanes. */
const WAITING_READ = 500;
/** Most rounds of making deliveries before those made are sent. */
const SCHEDULED_AT_ONCE = 10;
/** How long delivered and given-up ones are kept. */
const KEPT_MS = 30 * 86_400_000;
const FORGET_EVERY = 600;

export interface CourierOptions extends OutboxTools, SenderOptions {
  sql: Sql;
  log: OutageLog;
}

/**
 * Carries what rooms tell their webhooks: makes deliveries from the logs, sends what is due, tries again later. Runs in
 * every process; a delivery belongs to one process under its lease. A receiver gets each at least once, always under
 * the same id.
 */
export function createCourier(options: CourierOptions) {
  const { sql, now, leaseMs = LEASE_MS } = options;
  const { start, complain, isStopped, stop } = createRounds(round, {
    everyMs: STEP_MS,
    log: options.log,
    words: {
      begins: "webhooks are not served",
      ends: "webhooks are served again",
      fails: "webhooks couldn't be sent",
    },
    random: options.random,
  });
  let rounds = 0;
  const lanes = new Map<string, { lane: Lane; done: Promise<unknown> }>();
  let filling: Promise<void> | null = null;
  let isWanted = false;
  const sender = createSender(options, isStopped);

  /** One round: what is behind is scheduled, and what is due gets its lanes. */
  async function round(): Promise<void> {
    for (let n = 0; n < SCHEDULED_AT_ONCE && !isStopped(); n++) if ((await scheduleDeliveries(options)) === 0) break;
    await fill();
    if (rounds++ % FORGET_EVERY === 0) await sql`DELETE FROM webhook_deliveries WHERE ended_at < ${now() - KEPT_MS}`;
  }

  /** Everything that is behind is scheduled and everything due is sent; for tests. */
  async function step(): Promise<void> {
    while ((await scheduleDeliveries(options)) > 0 && !isStopped());
    await round();
    while (lanes.size > 0) await Promise.all([...lanes.values()].map(({ done }) => done));
  }

  /** One at a time, and once more if a lane became free meanwhile. */
  async function fill(): Promise<void> {
    isWanted = true;
    if (filling) return filling;
    filling = (async () => {
      while (isWanted && !isStopped()) {
        isWanted = false;
        await fillOnce();
      }
    })().finally(() => {
      filling = null;
    });
    return filling;
  }

  /** Each lane sends to one webhook: one that does not answer holds up nobody else. */
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
    const due = await take(sql, free, at, leaseUntil);
    for (const lane of free) {
      const own = due.filter(({ webhook_id }) => webhook_id === lane.webhookId);
      if (own.length > 0) open(lane, own, leaseUntil);
    }
  }

  function open(lane: Lane, own: Due[], leaseUntil: number): void {
    const done = sender
      .sendInOrder(own, leaseUntil)
      .catch(complain)
      .then(() => {
        lanes.delete(lane.webhookId);
        return isStopped() ? undefined : fill();
      })
      .catch(complain);
    lanes.set(lane.webhookId, { lane, done });
  }

  return {
    start,
    step,
    async stop() {
      await stop();
      await Promise.all([...lanes.values()].map(({ done }) => done));
    },
  };
}

/** The oldest few of each; of two processes that want one, the first gets it. */
async function take(sql: Sql, from: readonly Lane[], at: number, leaseUntil: number): Promise<Due[]> {
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
