import { silenceIn } from "@squadroom/core/agent/presence";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { getTableConfig } from "drizzle-orm/pg-core";
import { appendTables, columnsOf } from "../../db/append-sql.ts";
import { type ProjectedTable, projected } from "../../db/projected.ts";
import type { Entry } from "./entry.ts";
import type { Head } from "./store.ts";

/** What one room brings to a batch. */
export interface RoomBatch {
  roomId: RoomId;
  expected: Head;
  next: Head;
  dueAt: number | null;
  entries: readonly Entry[];
}

/** Parameters of the append call, as text: the very bytes that a resubmission sends again. */
export type AppendBytes = (string | null | string[])[];

export interface RoomOutcome {
  id: RoomId;
  outcome:
    | "ok"
    | "committed_before"
    | "lost"
    | "busy"
    | "duplicate"
    | "revoked"
    | "guard"
    | "reader"
    /** Nothing was written: this process's clock was off and has been set. */
    | "skew"
    /** Could not be settled in time. */
    | "unknown";
  detail: unknown;
  /** The answer to a resubmission: the batch may have been executed before. */
  again?: boolean;
}

const keyColumns = Object.fromEntries(
  appendTables.map((table) => {
    const { key, columns } = columnsOf(projected[table]);
    return [table, key.map((name) => columns.find((c) => c.column === name)?.property ?? name)];
  }),
) as Record<ProjectedTable, string[]>;

/** What distinguishes rows of a table: its primary key's values. */
export function rowKey(table: ProjectedTable, row: Record<string, unknown>): string {
  return keyColumns[table].map((property) => String(row[property])).join("\u0001");
}

export const tableName = (table: ProjectedTable): string => getTableConfig(projected[table]).name;

/** Lays a batch out for the append: all of its parameters except the first, the clock at its submission. */
export function layOut(batch: RoomBatch[]): AppendBytes {
  const write: string[] = [];
  const peek: string[] = [];
  const rooms: object[] = [];
  const events: object[] = [];
  const keys: object[] = [];
  const credentials = new Map<string, object>();
  const guards: object[] = [];
  const rows = new Map<ProjectedTable, Map<string, object>>();
  for (const { roomId, expected, next, dueAt, entries } of batch) {
    const writes = entries.some((entry) => entry.key !== null || (entry.decision?.events.length ?? 0) > 0);
    (writes ? write : peek).push(roomId);
    rooms.push({
      id: roomId,
      seq: expected.seq,
      commitId: expected.commitId,
      newSeq: next.seq,
      newCommitId: next.commitId,
      dueAt,
    });
    for (const { command, decision, key, credential } of entries) {
      if (!decision) throw new Error("an undecided command is in a batch");
      events.push(...decision.events);
      for (const { table, row } of decision.rows) {
        const known = rows.get(table) ?? new Map<string, object>();
        known.set(rowKey(table, row), row);
        rows.set(table, known);
      }
      if (key) {
        const { onReplay: _, ...stored } = key;
        keys.push({ room: roomId, ...stored, seq: decision.answer.seq, reply: decision.answer });
      }
      if (credential)
        credentials.set(`${roomId}${credential.id}`, {
          room: roomId,
          id: credential.id,
          version: credential.version,
        });
      if (command.type === "tick") {
        for (const event of decision.events) {
          const silence = silenceIn(event);
          if (silence) guards.push({ room: roomId, agent: silence.agentId, seenAt: silence.seenAt });
        }
      }
    }
  }
  const json = (list: object[]) => (list.length === 0 ? null : JSON.stringify(list));
  return [
    write,
    peek,
    json(rooms),
    json(events),
    json(keys),
    json([...credentials.values()]),
    json(guards),
    ...appendTables.map((table) => json([...(rows.get(table)?.values() ?? [])])),
  ];
}
