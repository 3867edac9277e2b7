import type { AgentId, RoomId } from "@squadroom/core/kernel/ids";
import type { Sql } from "postgres";

/** Signs of life are written at most this often; time-outs are at least four times as long. */
export const COALESCE_MS = 1000;

/** An agent's latest sign of life, and the one that is stored. */
export interface Sign {
  roomId: RoomId;
  agentId: AgentId;
  seenAt: number;
  writtenAt: number;
}

/** How far the logs of rooms go. */
type Heads = Map<RoomId, number>;

/** Signs of life on their way into their table, those of one moment together. */
export function createSignWriter(sql: Sql) {
  const dirty = new Set<Sign>();
  let waiting: { resolve: (heads: Heads) => void; reject: (error: unknown) => void }[] = [];
  let flushing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  function add(sign: Sign): void {
    dirty.add(sign);
    arm();
  }

  /** Resolves once the sign is durable, with how far the logs then go. */
  function write(sign: Sign): Promise<Heads> {
    add(sign);
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  }

  function arm(delayMs = COALESCE_MS / 4): void {
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
      if (dirty.size === 0 && waiting.length === 0) return;
    }
    const given = [...dirty].map((sign) => ({ sign, seenAt: sign.seenAt }));
    const told = waiting;
    dirty.clear();
    waiting = [];
    if (given.length === 0) {
      for (const { resolve } of told) resolve(new Map());
      return;
    }
    flushing = store(given.map(({ sign }) => sign))
      .then((heads) => {
        for (const { sign, seenAt } of given) sign.writtenAt = Math.max(sign.writtenAt, seenAt);
        for (const { resolve } of told) resolve(heads);
      })
      .catch((error: unknown) => {
        for (const { sign } of given) dirty.add(sign);
        for (const { reject } of told) reject(error);
        arm(COALESCE_MS);
      })
      .finally(() => {
        flushing = null;
      });
    await flushing;
  }

  async function store(signs: Sign[]): Promise<Heads> {
    const heads = await sql<{ id: RoomId; seq: string }[]>`
      WITH given AS MATERIALIZED (
        SELECT * FROM json_to_recordset(${JSON.stringify(signs)}::text::json)
          AS x("roomId" uuid, "agentId" uuid, "seenAt" bigint)
      ), stored AS (
        INSERT INTO agent_observations (room_id, agent_id, seen_at)
        SELECT "roomId", "agentId", "seenAt" FROM given ORDER BY "roomId", "agentId"
        ON CONFLICT (room_id, agent_id) DO UPDATE SET seen_at = excluded.seen_at
        WHERE agent_observations.seen_at < excluded.seen_at
      )
      SELECT id, seq FROM rooms WHERE id IN (SELECT "roomId" FROM given)`;
    return new Map(heads.map(({ id, seq }) => [id, Number(seq)]));
  }

  async function close(): Promise<void> {
    closed = true;
    if (timer) clearTimeout(timer);
    timer = null;
    await flush();
  }

  return { add, write, flush, close };
}
