import type { DecisionOption } from "@squadroom/core/decision/decision";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import { redact } from "@squadroom/core/redaction/redact";
import { bodyOf } from "@squadroom/core/webhook/forms";
import { type Known, NOTICED_EVENTS, noticeOf, payloadOf } from "@squadroom/core/webhook/notice";
import type { WebhookPayload } from "@squadroom/core/webhook/payload";
import type { WebhookForm } from "@squadroom/core/webhook/webhook";
import type { ISql, Sql } from "postgres";

const WEBHOOKS_PER_STEP = 20;
const EVENTS_PER_STEP = 200;

interface Behind {
  room_id: string;
  id: string;
  form: WebhookForm;
  kinds: string[];
  cursor: string;
  head: string;
  name: string;
}

export interface OutboxTools {
  sql: Sql;
  now: () => number;
  newId: () => string;
  publicUrl: string | null;
}

/**
 * Makes deliveries from the log, from each webhook's cursor onwards. Cursor and deliveries move in one
 * transaction under the webhook's lock, so that each fact becomes one delivery however many processes
 * do this, and none is lost when one of them dies.
 *
 * @returns how many webhooks moved
 */
export async function scheduleDeliveries({ sql, now, newId, publicUrl }: OutboxTools): Promise<number> {
  return sql.begin(async (tx) => {
    const behind = await tx<Behind[]>`
      SELECT w.room_id, w.id, w.form, w.kinds, w.cursor, r.seq AS head, d.name
      FROM webhooks w
      JOIN rooms r ON r.id = w.room_id
      JOIN room_details d ON d.room_id = w.room_id
      WHERE w.off_at IS NULL AND w.cursor < r.seq
      ORDER BY random() LIMIT ${WEBHOOKS_PER_STEP}
      FOR UPDATE OF w SKIP LOCKED`;
    for (const webhook of behind) await advance(tx, webhook, { now, newId, publicUrl });
    return behind.length;
  });
}

async function advance(tx: ISql, webhook: Behind, { now, newId, publicUrl }: Omit<OutboxTools, "sql">): Promise<void> {
  const { room_id: roomId, id: webhookId } = webhook;
  const rows = await tx<{ seq: string; type: string; v: number; at: string; actor: unknown; data: unknown }[]>`
    SELECT seq, type, v, at, actor, data FROM events
    WHERE room_id = ${roomId} AND seq > ${webhook.cursor} AND seq <= ${webhook.head}
      AND type = ANY(${[...NOTICED_EVENTS]})
    ORDER BY seq LIMIT ${EVENTS_PER_STEP}`;
  const events = rows.map((row) => ({ ...row, roomId, seq: Number(row.seq), at: Number(row.at) }) as RoomEvent);
  const known = await lookUp(tx, roomId, events);
  const room = { id: roomId, name: webhook.name };
  for (const event of events) {
    const notice = noticeOf(event, known);
    if (!notice || !webhook.kinds.includes(notice.kind)) continue;
    const payload = redact(payloadOf(notice, room, event, publicUrl));
    await insertDelivery(tx, {
      roomId,
      webhookId,
      form: webhook.form,
      id: newId(),
      payload,
      at: now(),
    });
  }
  const last = events.at(-1)?.seq;
  const cursor = rows.length === EVENTS_PER_STEP && last !== undefined ? last : webhook.head;
  await tx`UPDATE webhooks SET cursor = ${cursor} WHERE room_id = ${roomId} AND id = ${webhookId}`;
}

export async function insertDelivery(
  tx: ISql,
  {
    roomId,
    webhookId,
    form,
    id,
    payload,
    at,
  }: {
    roomId: string;
    webhookId: string;
    form: WebhookForm;
    id: string;
    payload: WebhookPayload;
    at: number;
  },
): Promise<void> {
  const body = JSON.stringify(bodyOf(form, payload));
  await tx`
    INSERT INTO webhook_deliveries
      (room_id, id, webhook_id, seq, kind, line, body, state, attempts, failed, next_at, created_at)
    VALUES (${roomId}, ${id}, ${webhookId}, ${payload.seq}, ${payload.kind}, ${payload.text}, ${body},
      'pending', '[]', 0, ${at}, ${at})
    ON CONFLICT (room_id, webhook_id, seq) DO NOTHING`;
}

/** What the events refer to: decisions as asked, titles of tasks, names of agents. */
async function lookUp(tx: ISql, roomId: string, events: readonly RoomEvent[]): Promise<Known> {
  const ids = (name: string) =>
    events.flatMap(({ data }) => {
      const id = (data as Record<string, unknown>)[name];
      return typeof id === "string" ? [id] : [];
    });
  const [decisions, tasks, agents] = await Promise.all([
    tx<{ id: string; question: string; options: DecisionOption[] }[]>`
      SELECT id, question, options FROM decisions
      WHERE room_id = ${roomId} AND id = ANY(${ids("decisionId")}::uuid[])`,
    tx<{ task_id: string; title: string }[]>`
      SELECT task_id, title FROM task_details
      WHERE room_id = ${roomId} AND task_id = ANY(${ids("taskId")}::text[])`,
    tx<{ id: string; name: string }[]>`
      SELECT id, name FROM agents WHERE room_id = ${roomId} AND id = ANY(${ids("agentId")}::uuid[])`,
  ]);
  return {
    decision: (id) => decisions.find((row) => row.id === id),
    titleOf: (id) => tasks.find((row) => row.task_id === id)?.title ?? "",
    agentName: (id) => agents.find((row) => row.id === id)?.name ?? "An agent",
  };
}
