import { uuidv7 } from "@squadroom/client/uuidv7";
import postgres from "postgres";
import type { Call, Caller } from "./caller.ts";
import type { Aged } from "./evidence.ts";
import { type Chance, pause } from "./random.ts";
import type { World } from "./servers.ts";
import { STOPPED } from "./sessions.ts";

const HOUR_MS = 3_600_000;
/** Before and after the time at which a session is archived, and one that failed. */
const OLDER_MS = [23 * HOUR_MS, 30 * HOUR_MS, 30 * HOUR_MS, 8 * 24 * HOUR_MS];
const ACTS = ["age", "age", "age", "archive", "archive", "hold", "release", "restore"] as const;
/** Ended sessions that a room has at least. */
const ENDED_MIN = 3;

interface Row {
  id: number;
}

/** Makes ended sessions older than they are, and notes it in the same transaction: no kill parts the two. */
export class Shelf {
  /** Once all came to rest. */
  readonly aged: Aged[] = [];

  private constructor(private readonly world: World) {}

  static async open(world: World): Promise<Shelf> {
    const shelf = new Shelf(world);
    await shelf.inDatabase(
      (sql) => sql`
        CREATE TABLE IF NOT EXISTS harness.aged
          (room_id uuid, session_id int, state text, "from" bigint, "to" bigint, n serial)`,
    );
    return shelf;
  }

  private async inDatabase<T>(act: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const sql = postgres(this.world.databaseUrl, { max: 1, onnotice: () => undefined });
    try {
      await sql`CREATE SCHEMA IF NOT EXISTS harness`;
      return await act(sql);
    } finally {
      await sql.end();
    }
  }

  /** A person who looks after what has ended: some is kept, some comes back, all grows old. */
  async keep(caller: Caller, call: Call, chance: Chance, signal: AbortSignal): Promise<void> {
    const path = `/rooms/${caller.roomId}`;
    const list = async (status: string): Promise<Row[]> => {
      const spec = { op: "list", method: "GET", isKeyed: false } as const;
      const listed = await call(caller, { ...spec, path: `${path}/sessions?status=${status}` });
      return listed.ok ? (listed.reply.data as Row[]) : [];
    };
    const on = async (rows: readonly Row[], op: string, action: string, body?: object) => {
      if (rows.length === 0) return;
      const spec = { op, path: `${path}/sessions/${chance.pick(rows).id}/${action}`, body };
      await call(caller, { ...spec, isKeyed: true });
    };
    const archive = async () => {
      const spec = { op: "runRetention", path: `${path}/retention/run`, isKeyed: false };
      await Promise.all([call(caller, spec), call(caller, spec)]);
    };
    while (!signal.aborted) {
      await pause(chance.between(200, 800), signal);
      if (signal.aborted) return;
      const ended = await list("ended");
      const act = ended.length < ENDED_MIN ? "end" : chance.pick(ACTS);
      if (act === "end") await this.end(caller, call);
      else if (act === "age") await this.age(caller.roomId, chance.pick(ended).id, chance);
      else if (act === "archive") await archive();
      else if (act === "hold") await on(ended, act, act, { reason: uuidv7() });
      else if (act === "release") await on(ended, act, act);
      else await on(await list("archived"), act, "restoration");
    }
  }

  private async end(caller: Caller, call: Call): Promise<void> {
    const path = `/rooms/${caller.roomId}/sessions`;
    const title = `Kept ${uuidv7()}`;
    const made = await call(caller, {
      op: "createSession",
      path,
      body: { title },
      isKeyed: true,
      sees: { marks: [title] },
    });
    if (!made.ok) return;
    const body = { reason: STOPPED };
    await call(caller, {
      op: "stop",
      path: `${path}/${made.reply.sessionId}/stop`,
      body,
      isKeyed: true,
    });
  }

  /** The database may be down just now: then it stays as old as it is. */
  private async age(roomId: string, sessionId: number, chance: Chance): Promise<void> {
    const ms = chance.pick(OLDER_MS);
    await this.inDatabase(
      (sql) => sql`
        WITH old AS (
          SELECT * FROM session_archive
          WHERE room_id = ${roomId} AND session_id = ${sessionId} AND state IN ('kept', 'restored') FOR UPDATE
        ), moved AS (
          UPDATE session_archive a SET at = old.at - ${ms}::bigint FROM old
          WHERE a.room_id = old.room_id AND a.session_id = old.session_id RETURNING a.room_id, a.session_id
        )
        INSERT INTO harness.aged SELECT old.room_id, old.session_id, old.state, old.at, old.at - ${ms}::bigint
        FROM old JOIN moved USING (room_id, session_id)`,
    ).catch(() => undefined);
  }

  /** What is no further than it was is as old as it is again: the tables are the log's fold. */
  async rest(): Promise<void> {
    await this.inDatabase(async (sql) => {
      const rows = await sql<Aged[]>`
        SELECT room_id AS "roomId", session_id AS "sessionId", state, "from"::float8 AS from, "to"::float8 AS to
        FROM harness.aged ORDER BY n`;
      this.aged.push(...rows);
      for (const { roomId, sessionId, state, from, to } of rows.toReversed())
        await sql`
          UPDATE session_archive SET at = ${from}
          WHERE room_id = ${roomId} AND session_id = ${sessionId} AND state = ${state} AND at = ${to}`;
    });
  }
}
