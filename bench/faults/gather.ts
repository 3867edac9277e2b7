import { createClient } from "@squadroom/client/http";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import postgres from "postgres";
import { storedKey } from "../../apps/server/src/platform/http/idempotency.ts";
import type { Evidence, RoomRecord, StoredKeys } from "./evidence.ts";
import type { History } from "./history.ts";
import type { World } from "./servers.ts";

interface StoredRow {
  credential_id: string;
  key: string;
  seq: string;
  reply: { ok: boolean; reply?: Record<string, unknown> };
}

/** Waits until every viewer stands at its room's head or stands still, then reads everything. */
export async function gather(
  world: World,
  history: History,
  roomIds: string[],
  watching: AbortController,
  viewing: Promise<void>[],
  restMs = 30_000,
): Promise<Omit<Evidence, "aged" | "clockStepMs">> {
  const sql = postgres(world.databaseUrl, { max: 2, onnotice: () => undefined });
  try {
    const deadline = Date.now() + restMs;
    while (Date.now() < deadline) {
      const heads = await sql<{ id: string; seq: string }[]>`SELECT id, seq FROM rooms`;
      const head = new Map(heads.map((row) => [row.id, Number(row.seq)]));
      const isLevel = history.watched.every((w) => (w.events.at(-1)?.seq ?? w.from) >= (head.get(w.roomId) ?? 0));
      if (isLevel) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    // Nobody acts any more; what the sweeper still does while it is read would look like a gap.
    const rooms: RoomRecord[] = [];
    const base = world.servers[0]?.baseUrl ?? "";
    const admin = createClient({ baseUrl: base, authorization: world.admin });
    for (const roomId of roomIds) {
      const verification = await admin
        .call("verifyRoom", { params: { room: roomId } })
        .catch((error: unknown) => ({ ok: false, differences: [String(error)] }));
      const sessions = await sessionsOf(admin, roomId);
      rooms.push({ roomId, hasMachine: false, verification, events: [], sessions });
    }
    await settle(sql, history, rooms, restMs / 3);
    watching.abort();
    await Promise.all(viewing);
    const keys: StoredKeys = new Map();
    const sent = await sentKeys(sql, history);
    for (const row of await sql<StoredRow[]>`
      SELECT credential_id, key, seq, reply FROM command_keys`) {
      const { ok, reply } = row.reply;
      const key = sent.get(row.key) ?? row.key;
      keys.set(`${row.credential_id} ${key}`, { ok, seq: Number(row.seq), reply: reply ?? {} });
    }
    const revoked: Evidence["revoked"] = new Map();
    for (const row of await sql<{ id: string; stamped: string; committed: string }[]>`
      SELECT id, revoked_at AS stamped,
        extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000 AS committed
      FROM credentials WHERE revoked_at IS NOT NULL`) {
      const { id, stamped, committed } = row;
      revoked.set(id, { stampedAt: Number(stamped), committedAt: Number(committed) });
    }
    return { history, rooms, keys, revoked, complaints: world.complaints() };
  } finally {
    await sql.end();
  }
}

/** Reads the logs once the viewers have them whole: agents that fell silent may still be given up meanwhile. */
async function settle(sql: postgres.Sql, history: History, rooms: RoomRecord[], withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    for (const room of rooms) room.events = await logOf(sql, room.roomId);
    const isWhole = history.watched.every((w) => {
      const log = rooms.find((room) => room.roomId === w.roomId)?.events ?? [];
      return (w.events.at(-1)?.seq ?? w.from) === log.length;
    });
    if (isWhole) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** What the server has of the sessions that have not ended. */
async function sessionsOf(admin: ReturnType<typeof createClient>, roomId: string): Promise<RoomRecord["sessions"]> {
  // A log that cannot be read any more is said by the room's verification.
  const { data: sessions } = await admin
    .call("listSessions", { params: { room: roomId }, query: {} })
    .catch(() => ({ data: [] }));
  const live = sessions.filter(({ endedAt }) => endedAt === null);
  return Promise.all(
    live.map(async ({ id }) => {
      const params = { room: roomId, sessionId: id };
      const { row, session } = await admin.call("getSession", { params });
      const { status, isParked, budget } = row;
      return { id, status, isParked, budget, answers: session?.answers ?? {} };
    }),
  );
}

/** What a room's log has by now, of which nothing else was read. */
export async function recordOf(sql: postgres.Sql, roomId: string): Promise<RoomRecord> {
  const verification = { ok: true, differences: [] };
  return {
    roomId,
    hasMachine: false,
    verification,
    sessions: [],
    events: await logOf(sql, roomId),
  };
}

export async function logOf(sql: postgres.Sql, roomId: string): Promise<RoomEvent[]> {
  const rows = await sql<Omit<RoomEvent, "roomId">[]>`
    SELECT seq::float8 AS seq, type, v, at::float8 AS at, actor, data FROM events WHERE room_id = ${roomId} ORDER BY seq`;
  return rows.map((row) => ({ ...row, roomId }) as RoomEvent);
}

/** The keys that were sent, by what the table has in their place. */
async function sentKeys(sql: postgres.Sql, { told }: History): Promise<Map<string, string>> {
  const [row] = await sql<{ value: Uint8Array }[]>`
    SELECT value FROM server_secrets WHERE name = 'request-hash'`;
  const secret = Buffer.from(row?.value ?? []).toString("base64url");
  return new Map(told.flatMap(({ key }) => (key === null ? [] : [[storedKey(key, secret), key]])));
}
