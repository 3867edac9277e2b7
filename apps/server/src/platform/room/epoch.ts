import type { Sql } from "postgres";

/**
 * The history epoch: cursors and fences are of one history only. It is the timeline of the database,
 * which a promotion or a point-in-time restore raises by itself.
 */
export async function createEpoch(
  sql: Sql,
): Promise<{ current: () => number; refresh: () => Promise<boolean> }> {
  let epoch = await read(sql);
  return {
    current: () => epoch,
    /** Resolves to whether the history was replaced. */
    async refresh() {
      const before = epoch;
      epoch = await read(sql);
      return epoch !== before;
    },
  };
}

async function read(sql: Sql): Promise<number> {
  const [row] = await sql<
    { timeline_id: number }[]
  >`SELECT timeline_id FROM pg_control_checkpoint()`;
  if (!row) throw new Error("the database does not tell its timeline");
  return row.timeline_id;
}
