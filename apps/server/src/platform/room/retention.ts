import type { Sql } from "postgres";
import { KEY_RETENTION_MS } from "../http/idempotency.ts";
import type { Clock } from "./clock.ts";

const ROOMS_PER_STEP = 100;
const ROWS_PER_STEP = 5_000;
/** Keys are kept somewhat longer than they count, so that no clock difference forgets one too early. */
const MARGIN_MS = 3_600_000;

/** What a feature keeps of these rooms for a limited time only. */
export type Forget = (rooms: readonly string[], now: number) => Promise<unknown>;

/**
 * Forgets idempotency keys first used so long ago that they would be new again, and what features no longer keep: some
 * rooms at each step, round and round.
 */
export function createRetention(
  sql: Sql,
  clock: Clock,
  forgets: readonly Forget[] = [],
): { step: () => Promise<void> } {
  let cursor = "00000000-0000-0000-0000-000000000000";
  return {
    async step() {
      const rooms = await sql<{ id: string }[]>`
        SELECT id FROM rooms WHERE id > ${cursor} ORDER BY id LIMIT ${ROOMS_PER_STEP}`;
      cursor = rooms.length < ROOMS_PER_STEP ? "00000000-0000-0000-0000-000000000000" : (rooms.at(-1)?.id ?? cursor);
      if (rooms.length === 0) return;
      await sql`
        DELETE FROM command_keys WHERE (room_id, credential_id, key) IN (
          SELECT room_id, credential_id, key FROM command_keys
          WHERE room_id = ANY(${rooms.map((room) => room.id)}::uuid[]) AND at < ${clock.now() - KEY_RETENTION_MS - MARGIN_MS}
          LIMIT ${ROWS_PER_STEP})`;
      const ids = rooms.map((room) => room.id);
      for (const forget of forgets) await forget(ids, clock.now());
    },
  };
}
