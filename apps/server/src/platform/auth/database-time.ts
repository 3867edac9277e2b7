import type { Fragment, ISql } from "postgres";

/** The database's clock, epoch milliseconds: one clock for all processes, even within a transaction. */
export function databaseNow(sql: ISql): Fragment {
  return sql`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;
}
