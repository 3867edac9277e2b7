import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { Webhook } from "@squadroom/core/webhook/contract";
import { WEBHOOKS_MAX } from "@squadroom/core/webhook/webhook";
import type { OutboxTools } from "./outbox.ts";
import { newSecret } from "./signature.ts";

/** Where a room's facts are reported: plain rows with plain transactions, none of them in the log. */
export function createWebhookSettings({ sql, now, newId }: Omit<OutboxTools, "publicUrl">) {
  async function list(roomId: RoomId, only: string | null = null): Promise<Webhook[]> {
    return sql<Webhook[]>`
      SELECT w.id, w.url, w.form, w.kinds, w.created_at::float8 AS "createdAt", w.created_by AS "createdBy",
        CASE WHEN w.off_at IS NOT NULL THEN json_build_object('at', w.off_at,
          'reason', coalesce(w.off_reason, ''), 'byServer', w.off_by IS NOT DISTINCT FROM 'server') END AS off,
        w.failing_since::float8 AS "failingSince",
        (SELECT count(*)::int FROM webhook_deliveries d
          WHERE d.room_id = w.room_id AND d.webhook_id = w.id AND d.state = 'pending') AS waiting,
        (SELECT count(*)::int FROM webhook_deliveries d
          WHERE d.room_id = w.room_id AND d.webhook_id = w.id AND d.state = 'gave_up') AS "gaveUp"
      FROM webhooks w
      WHERE w.room_id = ${roomId} AND (${only}::uuid IS NULL OR w.id = ${only}::uuid)
      ORDER BY w.id DESC`;
  }

  async function get(roomId: RoomId, id: string): Promise<Webhook> {
    const [webhook] = await list(roomId, id);
    if (webhook) return webhook;
    throw refuse("webhook_unknown", "The room has no such webhook.", { webhookId: id });
  }

  return {
    list,
    get,

    /** From the room's head onwards. */
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
        if (kinds) await tx`UPDATE webhooks SET kinds = ${tx.json(kinds)} WHERE room_id = ${roomId} AND id = ${id}`;
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
  };
}

export type WebhookSettings = ReturnType<typeof createWebhookSettings>;
