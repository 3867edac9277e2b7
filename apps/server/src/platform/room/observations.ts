import type { LeaseTimes } from "@squadroom/core/agent/agent";
import type { AgentId, RoomId } from "@squadroom/core/kernel/ids";
import type { Sql } from "postgres";
import type { Clock } from "./clock.ts";
import { COALESCE_MS, createSignWriter, type Sign } from "./sign-writer.ts";
import { createTouchBook } from "./touch-book.ts";

/** A sign of life is written if the stored one is older than this share of the shortest lease. */
const STALE_SHARE = 8;

/**
 * Signs of life: kept in memory, written coalesced into a table of their own, shared between processes. Not part of the
 * log; rulings see them only as the evidence of a tick.
 */
export function createObservations(sql: Sql, clock: Clock, leaseS: LeaseTimes) {
  const seen = new Map<RoomId, Map<AgentId, Sign>>();
  const writer = createSignWriter(sql);
  const touches = createTouchBook(sql, clock);
  const staleMs = Math.max(COALESCE_MS / 2, (Math.min(...Object.values(leaseS)) * 1000) / STALE_SHARE);

  function signOf(roomId: RoomId, agentId: AgentId): Sign {
    const room = seen.get(roomId) ?? new Map<AgentId, Sign>();
    seen.set(roomId, room);
    const sign = room.get(agentId) ?? { roomId, agentId, seenAt: 0, writtenAt: 0 };
    room.set(agentId, sign);
    return sign;
  }

  function see(roomId: RoomId, agentId: AgentId): Sign {
    const sign = signOf(roomId, agentId);
    sign.seenAt = clock.now();
    return sign;
  }

  function touch(roomId: RoomId, agentId: AgentId): void {
    const sign = see(roomId, agentId);
    if (sign.seenAt - sign.writtenAt >= staleMs) writer.add(sign);
  }

  /**
   * Resolves once a sign of life is durable, with how far the room's log then goes: the log says whether the agent
   * counts as present.
   */
  async function renew(roomId: RoomId, agentId: AgentId): Promise<{ seenAt: number; headSeq: number }> {
    const sign = see(roomId, agentId);
    const { seenAt } = sign;
    const heads = await writer.write(sign);
    return { seenAt, headSeq: heads.get(roomId) ?? 0 };
  }

  /** What this process knows about the room's agents. */
  function of(roomId: RoomId): Record<AgentId, number> {
    const out: Record<AgentId, number> = {};
    for (const [agentId, { seenAt }] of seen.get(roomId) ?? []) out[agentId] = seenAt;
    return out;
  }

  /** Takes in what other processes saw. */
  async function refresh(roomIds: RoomId[]): Promise<void> {
    if (roomIds.length === 0) return;
    await touches.refresh(roomIds);
    const rows = await sql<{ room_id: RoomId; agent_id: AgentId; seen_at: string }[]>`
      SELECT room_id, agent_id, seen_at FROM agent_observations WHERE room_id = ANY(${roomIds}::uuid[])`;
    for (const row of rows) {
      const seenAt = Number(row.seen_at);
      const sign = signOf(row.room_id, row.agent_id);
      if (seenAt > sign.seenAt) sign.seenAt = sign.writtenAt = seenAt;
    }
  }

  function forget(roomId: RoomId): void {
    seen.delete(roomId);
    touches.forget(roomId);
  }

  const { flush, close } = writer;
  return { touch, renew, of, refresh, flush, forget, close, touches };
}

export type ObservationBook = ReturnType<typeof createObservations>;
