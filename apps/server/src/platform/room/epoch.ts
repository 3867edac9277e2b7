import type { ISql, Sql } from "postgres";
import { databaseNow } from "../auth/database-time.ts";
import { causeOf } from "../outage/cause.ts";

/** Where a database's history is at home; another home has a copy, or continues from an earlier time. */
interface Home {
  systemId: string | null;
  timeline: number | null;
  databaseOid: string | null;
}

/**
 * The history epoch: cursors and connections belong to one history. It is raised when the database turns out to be a
 * different one than at the last look (a restored dump, a restore to a point in time, a promotion), and by `squadroom
 * restored` if that cannot be seen.
 */
export interface Epoch {
  current(): number;
  /** Reads what other processes know. Resolves to whether the history was replaced. */
  look(): Promise<boolean>;
  /** The same, after finding out whether the database is still at its home. */
  refresh(): Promise<boolean>;
  /** Somebody says that the database was restored. */
  raise(): Promise<number>;
  /** Calls back when the history was replaced. */
  onReplaced(listener: () => void): void;
}

export async function createEpoch(
  sql: Sql,
  log: { notice: (details: object, message: string) => void } = { notice: () => undefined },
): Promise<Epoch> {
  const listeners: (() => void)[] = [];
  let epoch = await recognise(sql, log);

  function become(next: number): boolean {
    if (next === epoch) return false;
    epoch = next;
    for (const listener of listeners) listener();
    return true;
  }

  return {
    current: () => epoch,
    async look() {
      const [row] = await sql<{ epoch: string }[]>`SELECT epoch FROM server_history WHERE id = 1`;
      return become(row ? Number(row.epoch) : await recognise(sql, log));
    },
    refresh: async () => become(await recognise(sql, log)),
    async raise() {
      const home = await homeOf(sql);
      const next = await sql.begin((tx) => begin(tx, home));
      become(next);
      return next;
    },
    onReplaced: (listener) => void listeners.push(listener),
  };
}

/** The epoch of the history that the database now holds; a higher one than before, if it is another. */
async function recognise(sql: Sql, log: { notice: (details: object, message: string) => void }): Promise<number> {
  const home = await homeOf(sql);
  return await sql.begin(async (tx) => {
    const { systemId, timeline, databaseOid } = home;
    await tx`
      INSERT INTO server_history (id, epoch, system_id, timeline, database_oid, at)
      VALUES (1, 1, ${systemId}, ${timeline}, ${databaseOid}, ${databaseNow(tx)}) ON CONFLICT DO NOTHING`;
    const [row] = await tx<(Home & { epoch: string })[]>`
      SELECT epoch, system_id AS "systemId", timeline, database_oid AS "databaseOid"
      FROM server_history WHERE id = 1 FOR UPDATE`;
    if (!row) throw new Error("the history could not be stored");
    const moved = (["systemId", "timeline", "databaseOid"] as const).filter(
      (key) => row[key] !== null && home[key] !== null && row[key] !== home[key],
    );
    if (moved.length === 0) return Number(row.epoch);
    const epoch = await begin(tx, home);
    log.notice(
      { epoch, moved },
      "the database isn't the one it was before: pages reload their rooms, and agents that joined in the lost time join again",
    );
    return epoch;
  });
}

/** From the time: the same backup restored twice begins two histories. */
async function begin(tx: ISql, { systemId, timeline, databaseOid }: Home): Promise<number> {
  const now = databaseNow(tx);
  const [row] = await tx<{ epoch: string }[]>`
    UPDATE server_history SET epoch = greatest(epoch + 1, ${now} / 1000), at = ${now},
      system_id = coalesce(${systemId}, system_id), timeline = coalesce(${timeline}::integer, timeline),
      database_oid = coalesce(${databaseOid}::bigint, database_oid)
    WHERE id = 1 RETURNING epoch`;
  return Number(row?.epoch);
}

async function homeOf(sql: Sql): Promise<Home> {
  const [oid, systemId, file] = [
    await readable(
      sql<{ it: string }[]>`
        SELECT oid::bigint AS it FROM pg_database WHERE datname = current_database()`,
    ),
    await readable(sql<{ it: string }[]>`SELECT system_identifier::text AS it FROM pg_control_system()`),
    // The control file follows only at the next checkpoint, minutes after a promotion; the log is written on the new
    // timeline at once, and its file names begin with it, in hexadecimal.
    await readable(sql<{ it: string }[]>`SELECT pg_walfile_name(pg_current_wal_lsn()) AS it`),
  ];
  const timeline = file === null ? null : Number.parseInt(file.slice(0, 8), 16);
  return { systemId, timeline, databaseOid: oid };
}

/** `null` if the server's role may not read it, or the service has no such function. */
async function readable(answer: PromiseLike<{ it: string }[]>): Promise<string | null> {
  try {
    const [row] = await answer;
    return row ? String(row.it) : null;
  } catch (error) {
    if (causeOf(error)?.state === "unreachable") throw error;
    return null;
  }
}
