import type { RoomId } from "@squadroom/core/kernel/ids";
import { redact } from "@squadroom/core/redaction/redact";
import type { RunChunk } from "@squadroom/core/run/output";
import type { RunId } from "@squadroom/core/run/run";
import type { Sql } from "postgres";
import type { Forget } from "../../platform/room/retention.ts";

/** Most chunks that are kept of a run. */
const KEPT = 4_000;
/** They are trimmed in steps, so that an upload rarely deletes. */
const TRIM_EVERY = 200;

/** How long after a run's end what it said and changed is forgotten, ms. */
const FORGET_MS = 90 * 24 * 3_600_000;
const RUNS_PER_STEP = 50;

/** For runs that ended long ago; what they made is in the log. */
export const forgetOutput =
  (sql: Sql): Forget =>
  async (rooms, now) => {
    const old = await sql<{ room_id: string; id: string }[]>`
      SELECT room_id, id FROM runs
      WHERE room_id = ANY(${[...rooms]}::uuid[]) AND ended_at < ${now - FORGET_MS}
        AND EXISTS (SELECT FROM run_output o WHERE o.room_id = runs.room_id AND o.run_id = runs.id)
      LIMIT ${RUNS_PER_STEP}`;
    for (const { room_id, id } of old) {
      await sql`DELETE FROM run_changes WHERE room_id = ${room_id} AND run_id = ${id}`;
      await sql`DELETE FROM run_touches WHERE room_id = ${room_id} AND run_id = ${id}`;
      await sql`DELETE FROM run_output WHERE room_id = ${room_id} AND run_id = ${id}`;
    }
  };

/** What runs said and did: outside the log, bounded, without secrets. */
export function createRunOutput(sql: Sql) {
  /** @returns the number of the last chunk that is stored */
  async function add(roomId: RoomId, runId: RunId, chunks: readonly RunChunk[]): Promise<number> {
    const rows = redact(chunks).map((chunk) => ({
      room_id: roomId,
      run_id: runId,
      n: chunk.n,
      chunk: sql.json(chunk),
    }));
    await sql`INSERT INTO run_output ${sql(rows, "room_id", "run_id", "n", "chunk")} ON CONFLICT DO NOTHING`;
    const last = Math.max(...chunks.map(({ n }) => n));
    const first = Math.min(...chunks.map(({ n }) => n));
    if (Math.floor(last / TRIM_EVERY) !== Math.floor((first - 1) / TRIM_EVERY))
      await sql`
        DELETE FROM run_output WHERE room_id = ${roomId} AND run_id = ${runId} AND n <= ${last - KEPT}`;
    return last;
  }

  async function after(roomId: RoomId, runId: RunId, n: number, limit: number): Promise<RunChunk[]> {
    const rows = await sql<{ chunk: RunChunk }[]>`
      SELECT chunk FROM run_output
      WHERE room_id = ${roomId} AND run_id = ${runId} AND n > ${n} ORDER BY n LIMIT ${limit}`;
    return rows.map(({ chunk }) => chunk);
  }

  /** The newest first. */
  async function before(
    roomId: RoomId,
    runId: RunId,
    { n, q, limit }: { n: number | null; q: string | undefined; limit: number },
  ): Promise<RunChunk[]> {
    const rows = await sql<{ chunk: RunChunk }[]>`
      SELECT chunk FROM run_output
      WHERE room_id = ${roomId} AND run_id = ${runId}
        AND (${n}::bigint IS NULL OR n < ${n}::bigint)
        AND (${q ?? null}::text IS NULL OR strpos(lower(chunk::text), lower(${JSON.stringify(q ?? "").slice(1, -1)})) > 0)
      ORDER BY n DESC LIMIT ${limit}`;
    return rows.map(({ chunk }) => chunk);
  }

  async function keptFrom(roomId: RoomId, runId: RunId): Promise<number> {
    const [row] = await sql<{ n: number | null }[]>`
      SELECT min(n)::float8 AS n FROM run_output WHERE room_id = ${roomId} AND run_id = ${runId}`;
    return row?.n ?? 0;
  }

  /** The last chunk, 0 if there is none. */
  async function head(roomId: RoomId, runId: RunId): Promise<number> {
    const [row] = await sql<{ n: number | null }[]>`
      SELECT max(n)::float8 AS n FROM run_output WHERE room_id = ${roomId} AND run_id = ${runId}`;
    return row?.n ?? 0;
  }

  async function setChanges(
    roomId: RoomId,
    runId: RunId,
    { at, diff, note }: { at: number; diff: string; note: string | null },
  ): Promise<void> {
    await sql`
      INSERT INTO run_changes (room_id, run_id, at, diff, note)
      VALUES (${roomId}, ${runId}, ${at}, ${redact(diff)}, ${note})
      ON CONFLICT (room_id, run_id) DO UPDATE
        SET at = excluded.at, diff = excluded.diff, note = excluded.note
        WHERE run_changes.at <= excluded.at`;
  }

  async function changesOf(roomId: RoomId, runId: RunId) {
    const [row] = await sql<{ at: number; diff: string; note: string | null }[]>`
      SELECT at::float8 AS at, diff, note FROM run_changes
      WHERE room_id = ${roomId} AND run_id = ${runId}`;
    return row ?? { at: null, diff: "", note: null };
  }

  return { add, after, before, keptFrom, head, setChanges, changesOf };
}

export type RunOutput = ReturnType<typeof createRunOutput>;
