import type { RoomId } from "@squadroom/core/kernel/ids";
import { apply } from "@squadroom/core/log/apply";
import { emptyView } from "@squadroom/core/log/view";
import type { ISql, Sql } from "postgres";
import { columnsOf } from "../../db/append-sql.ts";
import { type ProjectedTable, projected } from "../../db/projected.ts";
import { rowKey, tableName } from "../../platform/room/batch.ts";
import { createTurns } from "../../platform/room/folds.ts";
import type { Projection } from "../../platform/room/projection.ts";
import type { Store } from "../../platform/room/store.ts";

export interface Verification {
  ok: boolean;
  events: number;
  rows: number;
  differences: { table: string; key: string; log: unknown; tables: unknown }[];
}

const PAGE = 500;
const DIFFERENCES_MAX = 50;

/**
 * Folds the log from its first event, projects it again, and compares with the tables, row by row. Reads in one
 * repeatable-read transaction, so that a busy room is compared with itself.
 */
export async function verifyRoom(
  sql: Sql,
  createStore: (sql: ISql) => Store,
  project: Projection,
  roomId: RoomId,
): Promise<Verification> {
  return (await sql.begin("isolation level repeatable read read only", async (tx) => {
    const store = createStore(tx);
    const expected = new Map<string, { table: ProjectedTable; row: Record<string, unknown> }>();
    const differences: Verification["differences"] = [];
    let rows = 0;
    let view = emptyView(roomId);
    const turn = createTurns();
    for (;;) {
      const page = await store.eventsAfter(roomId, view.seq, PAGE);
      for (const event of page) {
        if (event.seq !== view.seq + 1) {
          differences.push({
            table: "events",
            key: String(event.seq),
            log: view.seq + 1,
            tables: event.seq,
          });
          return { ok: false, events: view.seq, rows: 0, differences };
        }
        const after = apply(view, event);
        for (const { table, row } of project(event, view, after)) {
          expected.set(`${table}\u0001${rowKey(table, row)}`, { table, row });
        }
        view = after;
        await turn();
      }
      if (page.length === 0) break;
    }
    const head = await store.head(roomId);
    if (head && head.seq !== view.seq)
      differences.push({ table: "rooms", key: roomId, log: view.seq, tables: head.seq });
    for (const table of Object.keys(projected) as ProjectedTable[]) {
      for (const row of await rowsOf(tx, table, roomId)) {
        await turn();
        const name = `${table}\u0001${rowKey(table, row)}`;
        const wanted = expected.get(name);
        expected.delete(name);
        rows++;
        if (differences.length < DIFFERENCES_MAX && stable(wanted?.row) !== stable(row)) {
          differences.push({
            table: tableName(table),
            key: rowKey(table, row),
            log: wanted?.row ?? null,
            tables: row,
          });
        }
      }
    }
    for (const { table, row } of expected.values()) {
      if (differences.length >= DIFFERENCES_MAX) break;
      differences.push({
        table: tableName(table),
        key: rowKey(table, row),
        log: row,
        tables: null,
      });
    }
    return { ok: differences.length === 0, events: view.seq, rows, differences };
  })) as Verification;
}

/** The table's rows under the names that the projection uses. */
async function rowsOf(tx: ISql, table: ProjectedTable, roomId: RoomId): Promise<Record<string, unknown>[]> {
  const { name, columns } = columnsOf(projected[table]);
  const list = columns
    .map(({ column, property, type }) => `"${column}"${type === "bigint" ? "::float8" : ""} AS "${property}"`)
    .join(", ");
  return tx.unsafe(`SELECT ${list} FROM ${name} WHERE room_id = $1`, [roomId]);
}

/** Text that is equal for equal values: keys in order, absent members left out. */
function stable(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, v: unknown) =>
    v !== null && typeof v === "object" && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  );
}
