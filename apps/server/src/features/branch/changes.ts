import type { Branch, BranchKey } from "@squadroom/core/branch/branch";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { redact } from "@squadroom/core/redaction/redact";
import type { Sql } from "postgres";

/** Diffs of branches: observations, replaced by the next look. */
export function createBranchChanges(sql: Sql) {
  async function set(roomId: RoomId, key: BranchKey, at: number, diff: string): Promise<void> {
    await sql`
      INSERT INTO branch_changes (room_id, key, at, diff) VALUES (${roomId}, ${key}, ${at}, ${redact(diff)})
      ON CONFLICT (room_id, key) DO UPDATE SET at = excluded.at, diff = excluded.diff
        WHERE branch_changes.at <= excluded.at`;
  }

  /** What was seen last: after a merge, or in the tree of a run that worked there. */
  async function of(roomId: RoomId, { key, name }: Pick<Branch, "key" | "name">) {
    const [row] = await sql<{ at: number; diff: string; note: string | null }[]>`
      SELECT at::float8 AS at, diff, note FROM (
        SELECT at, diff, NULL AS note FROM branch_changes WHERE room_id = ${roomId} AND key = ${key}
        UNION ALL
        SELECT c.at, c.diff, c.note FROM runs r
          JOIN run_changes c ON c.room_id = r.room_id AND c.run_id = r.id
          WHERE r.room_id = ${roomId} AND r.branch = ${name}
      ) seen ORDER BY at DESC LIMIT 1`;
    return row ?? { at: null, diff: "", note: null };
  }

  return { set, of };
}
