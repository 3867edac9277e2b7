import type { RoomId } from "@squadroom/core/kernel/ids";
import type { Page } from "@squadroom/core/kernel/page";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { Webhook, WebhookDelivery } from "@squadroom/core/webhook/contract";
import { payloadOf } from "@squadroom/core/webhook/notice";
import { WEBHOOKS_MAX, type WebhookForm } from "@squadroom/core/webhook/webhook";
import type { Sql } from "postgres";
import { z } from "zod";
import { pagesOf } from "../../platform/http/page.ts";
import { insertDelivery } from "./outbox.ts";
import { newSecret } from "./signature.ts";

const pages = pagesOf("listWebhookDeliveries", z.tuple([z.uuid()]));

/** Tests of one webhook that are still to be delivered. */
const TESTS_WAITING = 3;

export interface SettingsTools {
  sql: Sql;
  now: () => number;
  newId: () => string;
  publicUrl: string | null;
}

interface Row extends Record<string, unknown> {
  id: string;
  url: string;
  form: Webhook["form"];
  kinds: Webhook["kinds"];
  created_at: string;
  created_by: string;
  off_at: string | null;
  off_reason: string | null;
  off_by: string | null;
  failing_since: string | null;
  waiting: string;
  gave_up: string;
}

const maybe = (at: string | null): number | null => (at === null ? null : Number(at));

function webhookOf(row: Row): Webhook {
  const { id, url, form, kinds } = row;
  return {
    id,
    url,
    form,
    kinds,
    createdAt: Number(row.created_at),
    createdBy: row.created_by,
    off:
      row.off_at === null
        ? null
        : {
            at: Number(row.off_at),
            reason: row.off_reason ?? "",
            byServer: row.off_by === "server",
          },
    failingSince: maybe(row.failing_since),
    waiting: Number(row.waiting),
    gaveUp: Number(row.gave_up),
  };
}

/** Where a room's facts are told: plain rows with plain transactions, none of them in the log. */
export function createWebhookSettings({ sql, now, newId, publicUrl }: SettingsTools) {
  async function list(roomId: RoomId, only: string | null = null): Promise<Webhook[]> {
    const rows = await sql<Row[]>`
      SELECT w.*,
        (SELECT count(*) FROM webhook_deliveries d
          WHERE d.room_id = w.room_id AND d.webhook_id = w.id AND d.state = 'pending') AS waiting,
        (SELECT count(*) FROM webhook_deliveries d
          WHERE d.room_id = w.room_id AND d.webhook_id = w.id AND d.state = 'gave_up') AS gave_up
      FROM webhooks w
      WHERE w.room_id = ${roomId} AND (${only}::uuid IS NULL OR w.id = ${only}::uuid)
      ORDER BY w.id DESC`;
    return rows.map(webhookOf);
  }

  async function get(roomId: RoomId, id: string): Promise<Webhook> {
    const [webhook] = await list(roomId, id);
    if (webhook) return webhook;
    throw refuse("webhook_unknown", "The room has no such webhook.", { webhookId: id });
  }

  return {
    list,
    get,

    /** From the room's head on. */
    async create(
      roomId: RoomId,
      wanted: Pick<Webhook, "url" | "form" | "kinds">,
      by: string,
    ): Promise<{ webhook: Webhook; secret: string }> {
      const id = newId();
      const secret = newSecret();
      await sql.begin(async (tx) => {
        const [room] = await tx<{ seq: string }[]>`
          SELECT seq FROM rooms WHERE id = ${roomId} FOR NO KEY UPDATE`;
        const [known] = await tx<{ count: string }[]>`
          SELECT count(*) FROM webhooks WHERE room_id = ${roomId}`;
        if (Number(known?.count) >= WEBHOOKS_MAX)
          throw refuse("limit_reached", `A room has up to ${WEBHOOKS_MAX} webhooks.`);
        await tx`
          INSERT INTO webhooks (room_id, id, url, form, kinds, secret, cursor, created_at, created_by)
          VALUES (${roomId}, ${id}, ${wanted.url}, ${wanted.form}, ${tx.json(wanted.kinds)}, ${secret},
            ${room?.seq ?? 0}, ${now()}, ${by})`;
      });
      return { webhook: await get(roomId, id), secret };
    },

    async update(
      roomId: RoomId,
      id: string,
      { on, kinds }: { on?: boolean | undefined; kinds?: Webhook["kinds"] | undefined },
      by: string,
    ): Promise<Webhook> {
      await get(roomId, id);
      await sql.begin(async (tx) => {
        if (kinds)
          await tx`UPDATE webhooks SET kinds = ${tx.json(kinds)} WHERE room_id = ${roomId} AND id = ${id}`;
        if (on === false)
          await tx`
            UPDATE webhooks SET off_at = ${now()}, off_reason = ${`${by} switched it off.`}, off_by = 'person'
            WHERE room_id = ${roomId} AND id = ${id} AND off_at IS NULL`;
        if (on)
          await tx`
            UPDATE webhooks SET off_at = NULL, off_reason = NULL, off_by = NULL, failing_since = NULL,
              cursor = (SELECT seq FROM rooms WHERE id = ${roomId})
            WHERE room_id = ${roomId} AND id = ${id} AND off_at IS NOT NULL`;
      });
      return get(roomId, id);
    },

    async remove(roomId: RoomId, id: string): Promise<void> {
      await get(roomId, id);
      await sql.begin(async (tx) => {
        await tx`DELETE FROM webhooks WHERE room_id = ${roomId} AND id = ${id}`;
        await tx`DELETE FROM webhook_deliveries WHERE room_id = ${roomId} AND webhook_id = ${id}`;
      });
    },

    async test(roomId: RoomId, id: string, by: string): Promise<string> {
      const { form, off } = await get(roomId, id);
      if (off) throw refuse("webhook_off", `The webhook is off: ${off.reason}`, { webhookId: id });
      const [room] = await sql<{ name: string; tests: number }[]>`
        SELECT name, (SELECT count(*)::int FROM webhook_deliveries
          WHERE room_id = ${roomId} AND webhook_id = ${id} AND seq IS NULL AND state = 'pending') AS tests
        FROM room_details WHERE room_id = ${roomId}`;
      if (room && room.tests >= TESTS_WAITING) {
        const message = `${TESTS_WAITING} tests of this webhook wait for their receiver already; look at its deliveries.`;
        throw refuse("limit_reached", message, { limit: TESTS_WAITING });
      }
      const name = room?.name ?? "";
      const url = publicUrl === null ? null : `${publicUrl}/rooms/${encodeURIComponent(name)}`;
      const at = now();
      const notice = {
        kind: "webhook.test" as const,
        text: `${by} tries this webhook.`,
        data: { by },
      };
      const payload = payloadOf(notice, { id: roomId, name, url }, { seq: null, at });
      const deliveryId = newId();
      const delivery = {
        roomId,
        webhookId: id,
        form: form as WebhookForm,
        id: deliveryId,
        payload,
        at,
      };
      await insertDelivery(sql, delivery);
      return deliveryId;
    },

    async deliveries(
      roomId: RoomId,
      webhookId: string,
      { cursor, limit }: { cursor?: string | undefined; limit: number },
    ): Promise<Page<WebhookDelivery>> {
      const [before] = pages.after(cursor) ?? [null];
      await get(roomId, webhookId);
      const rows = await sql<
        (Record<"created_at" | "line", string> & {
          id: string;
          kind: WebhookDelivery["kind"];
          seq: string | null;
          state: WebhookDelivery["state"];
          ended_at: string | null;
          next_at: string | null;
          attempts: WebhookDelivery["attempts"];
        })[]
      >`
        SELECT id, kind, seq, state, line, created_at, ended_at, next_at, attempts FROM webhook_deliveries
        WHERE room_id = ${roomId} AND webhook_id = ${webhookId}
          AND (${before}::uuid IS NULL OR id < ${before}::uuid)
        ORDER BY id DESC LIMIT ${limit + 1}`;
      const found = rows.map(({ line, ...row }) => ({
        id: row.id,
        kind: row.kind,
        seq: maybe(row.seq),
        state: row.state,
        text: line,
        createdAt: Number(row.created_at),
        endedAt: maybe(row.ended_at),
        nextAt: maybe(row.next_at),
        attempts: row.attempts,
      }));
      return pages.page(found, limit, ({ id }) => [id]);
    },

    /** The same bytes under the same id; a delivery that is on its way is left alone. */
    async redeliver(roomId: RoomId, webhookId: string, id: string): Promise<void> {
      const { off } = await get(roomId, webhookId);
      if (off) throw refuse("webhook_off", `The webhook is off: ${off.reason}`, { webhookId });
      const moved = await sql`
        UPDATE webhook_deliveries SET state = 'pending', failed = 0, next_at = ${now()}, ended_at = NULL
        WHERE room_id = ${roomId} AND webhook_id = ${webhookId} AND id = ${id}`;
      if (moved.count === 0)
        throw refuse("delivery_unknown", "The webhook has no such delivery.", { deliveryId: id });
    },
  };
}
