import type { RoomId } from "@squadroom/core/kernel/ids";
import type { Page } from "@squadroom/core/kernel/page";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { WebhookDelivery } from "@squadroom/core/webhook/contract";
import { payloadOf } from "@squadroom/core/webhook/notice";
import * as z from "zod";
import { pagesOf } from "../../platform/http/page.ts";
import { insertDelivery, type OutboxTools } from "./outbox.ts";
import type { WebhookSettings } from "./settings.ts";

const pages = pagesOf("listWebhookDeliveries", z.tuple([z.uuid()]));

/** Most undelivered tests of one webhook. */
const TESTS_WAITING = 3;

/** What webhooks were told, or are to be told, for people to look at. */
export function createWebhookDeliveries({ sql, now, newId, publicUrl }: OutboxTools, settings: WebhookSettings) {
  return {
    async test(roomId: RoomId, id: string, by: string): Promise<string> {
      const { form, off } = await settings.get(roomId, id);
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
      const at = now();
      const notice = {
        kind: "webhook.test" as const,
        text: `${by} tries this webhook.`,
        data: { by },
      };
      const payload = payloadOf(notice, { id: roomId, name }, { seq: null, at }, publicUrl);
      const deliveryId = newId();
      await insertDelivery(sql, { roomId, webhookId: id, form, id: deliveryId, payload, at });
      return deliveryId;
    },

    async list(
      roomId: RoomId,
      webhookId: string,
      { cursor, limit }: { cursor?: string | undefined; limit: number },
    ): Promise<Page<WebhookDelivery>> {
      const [before] = pages.after(cursor) ?? [null];
      await settings.get(roomId, webhookId);
      const found = await sql<WebhookDelivery[]>`
        SELECT id, kind, seq::float8 AS seq, state, line AS text, created_at::float8 AS "createdAt",
          ended_at::float8 AS "endedAt", next_at::float8 AS "nextAt", attempts
        FROM webhook_deliveries
        WHERE room_id = ${roomId} AND webhook_id = ${webhookId}
          AND (${before}::uuid IS NULL OR id < ${before}::uuid)
        ORDER BY id DESC LIMIT ${limit + 1}`;
      return pages.page(found, limit, ({ id }) => [id]);
    },

    /** The same bytes under the same id; a delivery on its way is left alone. */
    async redeliver(roomId: RoomId, webhookId: string, id: string): Promise<void> {
      const { off } = await settings.get(roomId, webhookId);
      if (off) throw refuse("webhook_off", `The webhook is off: ${off.reason}`, { webhookId });
      const moved = await sql`
        UPDATE webhook_deliveries SET state = 'pending', failed = 0, next_at = ${now()}, ended_at = NULL
        WHERE room_id = ${roomId} AND webhook_id = ${webhookId} AND id = ${id}`;
      if (moved.count === 0) throw refuse("delivery_unknown", "The webhook has no such delivery.", { deliveryId: id });
    },
  };
}
