import type { LeaseTimes } from "@squadroom/core/agent/agent";
import type { AgentId, RoomId } from "@squadroom/core/kernel/ids";
import type { Sql } from "postgres";
import type { Clock } from "./clock.ts";

/** How often signs of life are written, at most; time-outs are at least four times this. */
export const COALESCE_MS = 1000;
/** A sign of life is written when the stored one is older than this share of the shortest lease. */
const STALE_SHARE = 8;

interface Seen {
  roomId: RoomId;
  agentId: AgentId;
  seenAt: number;
  writtenAt: number;
}

/**
 * Signs of life: kept in memory, written coalesced into a table of their own, shared between processes.
 * No part of the log; rulings see them only as the evidence of a tick.
 */
export function createObservations(sql: Sql, clock: Clock, leaseS: LeaseTimes) {
  const seen = new Map<RoomId, Map<AgentId, Seen>>();
  const dirty = new Set<Seen>();
  const staleMs = Math.max(
    COALESCE_MS / 2,
    (Math.min(...Object.values(leaseS)) * 1000) / STALE_SHARE,
  );
  let waitingForFlush: {
    resolve: (heads: Map<RoomId, number>) => void;
    reject: (error: unknown) => void;
  }[] = [];
  let flushing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  function touch(roomId: RoomId, agentId: AgentId): number {
    const now = clock.now();
    const room = seen.get(roomId) ?? new Map<AgentId, Seen>();
    seen.set(roomId, room);
    const known = room.get(agentId) ?? { roomId, agentId, seenAt: 0, writtenAt: 0 };
    known.seenAt = now;
    room.set(agentId, known);
    if (now - known.writtenAt >= staleMs) {
      dirty.add(known);
      arm();
    }
    return now;
  }

  /**
   * A sign of life that is durable once this resolves, and how far the room's log goes by then: whether
   * the agent counts as here is for the log to say.
   */
  async function renew(
    roomId: RoomId,
    agentId: AgentId,
  ): Promise<{ seenAt: number; headSeq: number }> {
    const seenAt = touch(roomId, agentId);
    const known = seen.get(roomId)?.get(agentId);
    if (known) dirty.add(known);
    arm();
    const heads = await new Promise<Map<RoomId, number>>((resolve, reject) =>
      waitingForFlush.push({ resolve, reject }),
    );
    return { seenAt, headSeq: heads.get(roomId) ?? 0 };
  }

  function arm(delayMs = COALESCE_MS / 4) {
    if (timer || closed) return;
    timer = setTimeout(() => {
      timer = null;
      void flush();
    }, delayMs);
    timer.unref();
  }

  async function flush(): Promise<void> {
    if (flushing) {
      await flushing;
      if (dirty.size === 0 && waitingForFlush.length === 0) return;
    }
    const rows = [...dirty];
    const waiting = waitingForFlush;
    dirty.clear();
    waitingForFlush = [];
    if (rows.length === 0) {
      for (const { resolve } of waiting) resolve(new Map());
      return;
    }
    const values = rows.map((row) => ({
      room: row.roomId,
      agent: row.agentId,
      seenAt: row.seenAt,
      row,
    }));
    flushing = write(values)
      .then((heads) => {
        for (const { row, seenAt } of values) row.writtenAt = Math.max(row.writtenAt, seenAt);
        for (const { resolve } of waiting) resolve(heads);
      })
      .catch((error: unknown) => {
        for (const row of rows) dirty.add(row);
        for (const { reject } of waiting) reject(error);
        arm(COALESCE_MS);
      })
      .finally(() => {
        flushing = null;
      });
    await flushing;
  }

  async function write(
    values: { room: RoomId; agent: AgentId; seenAt: number }[],
  ): Promise<Map<RoomId, number>> {
    const rows = values.map(({ room, agent, seenAt }) => ({ room, agent, seenAt }));
    const heads = await sql<{ id: RoomId; seq: string }[]>`
      WITH given AS MATERIALIZED (
        SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS x(room uuid, agent uuid, "seenAt" bigint)
      ), stored AS (
        INSERT INTO agent_observations (room_id, agent_id, seen_at)
        SELECT room, agent, "seenAt" FROM given ORDER BY room, agent
        ON CONFLICT (room_id, agent_id) DO UPDATE SET seen_at = excluded.seen_at
        WHERE agent_observations.seen_at < excluded.seen_at
      )
      SELECT id, seq FROM rooms WHERE id IN (SELECT room FROM given)`;
    return new Map(heads.map(({ id, seq }) => [id, Number(seq)]));
  }

  /** What this process knows of the room's agents. */
  function of(roomId: RoomId): Record<AgentId, number> {
    const out: Record<AgentId, number> = {};
    for (const [agentId, known] of seen.get(roomId) ?? []) out[agentId] = known.seenAt;
    return out;
  }

  /** Takes in what other processes saw. */
  async function refresh(roomIds: RoomId[]): Promise<void> {
    if (roomIds.length === 0) return;
    const rows = await sql<{ room_id: RoomId; agent_id: AgentId; seen_at: string }[]>`
      SELECT room_id, agent_id, seen_at FROM agent_observations WHERE room_id = ANY(${roomIds}::uuid[])`;
    for (const row of rows) {
      const seenAt = Number(row.seen_at);
      const room = seen.get(row.room_id) ?? new Map<AgentId, Seen>();
      seen.set(row.room_id, room);
      const known = room.get(row.agent_id);
      if (!known) {
        room.set(row.agent_id, {
          roomId: row.room_id,
          agentId: row.agent_id,
          seenAt,
          writtenAt: seenAt,
        });
      } else if (seenAt > known.seenAt) {
        known.seenAt = seenAt;
        known.writtenAt = seenAt;
      }
    }
  }

  function forget(roomId: RoomId) {
    seen.delete(roomId);
  }

  async function close() {
    closed = true;
    if (timer) clearTimeout(timer);
    timer = null;
    await flush();
  }

  return { touch, renew, of, refresh, flush, forget, close };
}

export type ObservationBook = ReturnType<typeof createObservations>;
