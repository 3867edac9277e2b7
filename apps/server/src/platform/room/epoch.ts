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
  // The control file follows only at the next checkpoint, minutes after a promotion; the log is written on
  // the new timeline at once, and its file names begin with it, in hexadecimal.
  const [row] = await sql<{ file: string }[]>`SELECT pg_walfile_name(pg_current_wal_lsn()) AS file`;
  if (!row) throw new Error("the database does not tell its timeline");
  return Number.parseInt(row.file.slice(0, 8), 16);
}
