import { setMaxListeners } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@squadroom/client/http";
import type { RoomEvent } from "@squadroom/core/log/event";
import postgres from "postgres";
import { storedKey } from "../../apps/server/src/platform/http/idempotency.ts";
import { type Habits, runAgent, runPerson } from "./actors.ts";
import { type Caller, createCalls } from "./caller.ts";
import { check } from "./check.ts";
import { countSessions } from "./check-sessions.ts";
import { watchClock } from "./clock-watch.ts";
import type { Evidence, RoomRecord, StoredKeys, Violation } from "./evidence.ts";
import { History } from "./history.ts";
import { type Harm, runNemesis } from "./nemesis.ts";
import { type Chance, createChance } from "./random.ts";
import { RunnerRoom } from "./runners.ts";
import { startWorld, type World, type WorldOptions } from "./servers.ts";
import { runSessionPeople } from "./sessions.ts";
import { runViewer } from "./viewers.ts";

export interface FaultOptions extends Habits, WorldOptions {
  seconds: number;
  seed: number;
  rooms?: number;
  viewers?: number;
  /** Rooms whose agents a runner starts, on a machine of its own. */
  machines?: number;
  /** Leaves the machines and each room's log for whoever looks into a violation. */
  keep?: boolean;
  /** Harms in this order, over and over; by default all of them, shuffled. */
  harms?: Harm[];
  /** How long viewers may take to come to their rooms' heads once harm has ended, ms. */
  restMs?: number;
  log?: (line: string) => void;
}

export interface FaultReport {
  seconds: number;
  seed: number;
  agents: number;
  viewers: number;
  events: number;
  ops: number;
  acks: number;
  counts: Record<string, number>;
  violations: Violation[];
}

/** Two of each, so that a room goes on when one is lost. */
const SEATS = ["planner", "planner", "builder", "builder", "reviewer", "reviewer"];

/** Runs rooms under harm for a time, lets them come to rest, and holds everything against the log. */
export async function runFaults(options: FaultOptions): Promise<FaultReport> {
  const scratch = mkdtempSync(join(tmpdir(), "squadroom-faults-"));
  const clock = watchClock();
  try {
    const world = await startWorld(scratch, options);
    return await runIn(world, options, clock, scratch).finally(() => world.close());
  } finally {
    clock.close();
    if (options.keep) options.log?.(`kept: ${scratch}`);
    else rmSync(scratch, { recursive: true, force: true });
  }
}

async function runIn(
  world: World,
  options: FaultOptions,
  clock: ReturnType<typeof watchClock>,
  scratch: string,
): Promise<FaultReport> {
  const {
    seconds,
    seed,
    rooms: roomCount = 10,
    viewers: viewerCount = 20,
    machines: machineCount = 0,
    log = () => undefined,
  } = options;
  const history = new History();
  const chances = (salt: number): Chance => createChance(seed * 7919 + salt);
  const admin = createClient({
    baseUrl: world.servers[0]?.baseUrl ?? "",
    authorization: world.admin,
  });
  const acting = new AbortController();
  const watching = new AbortController();
  setMaxListeners(0, acting.signal, watching.signal);
  const { call, finish } = createCalls(world, history, chances(1), acting.signal);
  const roomIds: string[] = [];
  const agents: Caller[] = [];
  const revoked = new Set<string>();
  const givenTo = new Map<string, string>();
  let salt = 100;

  async function seat(roomId: string, role: string): Promise<Caller> {
    const name = `${role} ${agents.length + 1}`;
    const { credential, token } = await admin.call("createCredential", {
      params: { room: roomId },
      body: { name, roles: [role] },
    });
    const caller = {
      token: `Bearer ${token}`,
      roomId,
      credentialId: credential.id,
      connection: null,
    };
    agents.push(caller);
    return caller;
  }
  for (let i = 0; i < roomCount; i++) {
    const { roomId } = await admin.call("createRoom", {
      body: { name: `faults-${i}`, preset: "squad" },
    });
    roomIds.push(roomId);
    for (const role of SEATS) await seat(roomId, role);
  }
  const squadRooms = [...roomIds];
  const runnerRooms: RunnerRoom[] = [];
  for (let i = 0; i < machineCount; i++)
    runnerRooms.push(await RunnerRoom.open(world, admin, history, scratch, `machine-${i}`));
  roomIds.push(...runnerRooms.map(({ roomId }) => roomId));
  const { id: adminId } = await credentialOf(world, "local admin");
  const callerIn = (roomId: string): Caller => ({
    ...{ token: world.admin, roomId, credentialId: adminId, connection: null },
  });
  const people = squadRooms.map(callerIn);
  log(
    `${squadRooms.length} rooms, ${agents.length} agents, ${machineCount} machines, ${viewerCount} viewers, two servers, seed ${seed}`,
  );

  const actors: Promise<void>[] = [];
  for (const agent of agents)
    actors.push(runAgent(agent, call, chances(salt++), acting.signal, givenTo, options));
  for (const person of people)
    actors.push(runPerson(person, call, chances(salt++), acting.signal, options));
  if (options.sessions !== false) {
    const second = await signInSecond(world, admin);
    for (const person of people) {
      const both = [person, { ...second, roomId: person.roomId, connection: null }] as const;
      actors.push(runSessionPeople(both, call, chances(salt++), acting.signal));
    }
  }
  for (const room of runnerRooms) {
    room.machine.start();
    actors.push(room.lead(callerIn(room.roomId), call, chances(salt++), acting.signal));
  }
  const viewing = Array.from({ length: viewerCount }, (_, i) => {
    const roomId = roomIds[i % roomIds.length] as string;
    return runViewer(`viewer ${i + 1}`, roomId, world, history, chances(salt++), watching.signal);
  });
  const revokeOne = async () => {
    const chance = chances(salt++);
    const victim = chance.pick(agents.filter((agent) => !revoked.has(agent.credentialId)));
    const role = SEATS[agents.indexOf(victim) % SEATS.length] as string;
    const params = { room: victim.roomId, credentialId: victim.credentialId };
    try {
      await admin.call("revokeCredential", { params });
      revoked.add(victim.credentialId);
      const heir = await seat(victim.roomId, role);
      actors.push(runAgent(heir, call, chances(salt++), acting.signal, givenTo, options));
    } catch {
      history.count("revocation not answered");
    }
  };
  const harming = new AbortController();
  const nemesis = runNemesis(
    world,
    history,
    chances(2),
    harming.signal,
    revokeOne,
    runnerRooms,
    options.harms,
  );
  await untilOver(seconds, nemesis);
  harming.abort();
  await nemesis;
  for (const server of world.servers) {
    server.kill("SIGCONT");
    server.wire.delay(0);
    server.siblings.hold(false);
    server.database.delay(0);
    server.database.hold(false);
    await server.start();
  }
  log("harm ends; everyone comes to rest");
  acting.abort();
  await Promise.all(actors);
  await Promise.all(
    runnerRooms.map((room, i) =>
      room.rest(callerIn(room.roomId), call, chances(salt + i), i % 2 === 1),
    ),
  );
  await finish();
  const gathered = await gather(world, history, roomIds, watching, viewing, options.restMs);
  for (const record of gathered.rooms)
    record.hasMachine = runnerRooms.some(({ roomId }) => roomId === record.roomId);
  const evidence = { ...gathered, clockStepMs: clock.stepMs() };
  if (evidence.clockStepMs > 0) history.counts.set("ms the clock was set", evidence.clockStepMs);
  if (options.keep)
    for (const { roomId, events } of evidence.rooms)
      writeFileSync(
        join(scratch, `${roomId}.json`),
        events.map((one) => JSON.stringify(one)).join("\n"),
      );
  const violations = check(evidence);
  for (const room of runnerRooms) {
    const log = evidence.rooms.find(({ roomId }) => roomId === room.roomId)?.events ?? [];
    violations.push(...(await room.check(log)));
  }
  countSessions(evidence, history);
  return {
    seconds,
    seed,
    agents: agents.length,
    viewers: viewerCount,
    events: evidence.rooms.reduce((sum, room) => sum + room.events.length, 0),
    ops: history.told.length,
    acks: history.told.filter((told) => told.kind === "acknowledged").length,
    counts: Object.fromEntries([...history.counts].sort()),
    violations,
  };
}

/** The time of the run, or the harm's own failure. */
async function untilOver(seconds: number, nemesis: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, seconds * 1000);
  });
  await Promise.race([over, nemesis.then(() => over)]);
  clearTimeout(timer);
}

async function credentialOf(world: World, name: string): Promise<{ id: string }> {
  const sql = postgres(world.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const [row] = await sql<{ id: string }[]>`
      SELECT c.id FROM credentials c JOIN people p ON p.id = c.person_id WHERE p.name = ${name}`;
    if (!row) throw new Error(`${name} has no credential`);
    return row;
  } finally {
    await sql.end();
  }
}

/** A second person, signed in as a browser is. */
async function signInSecond(
  world: World,
  admin: ReturnType<typeof createClient>,
): Promise<Pick<Caller, "token" | "credentialId">> {
  const { url, person } = await admin.call("invitePerson", {
    body: { name: "Second", admin: true },
  });
  const answer = await fetch(`${world.servers[0]?.baseUrl}/api/v1/sign-ins`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ link: new URL(url).hash.slice(1) }),
  });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (!answer.ok || !cookie)
    throw new Error(`the second person is not signed in: ${answer.status}`);
  const { id } = await credentialOf(world, person.name);
  return { token: { cookie }, credentialId: id };
}

interface StoredRow {
  credential_id: string;
  key: string;
  seq: string;
  reply: { ok: boolean; reply?: Record<string, unknown> };
}

/** Waits until every viewer stands at its room's head or stands still, then reads everything. */
async function gather(
  world: World,
  history: History,
  roomIds: string[],
  watching: AbortController,
  viewing: Promise<void>[],
  restMs = 30_000,
): Promise<Omit<Evidence, "clockStepMs">> {
  const sql = postgres(world.databaseUrl, { max: 2, onnotice: () => undefined });
  try {
    const deadline = Date.now() + restMs;
    while (Date.now() < deadline) {
      const heads = await sql<{ id: string; seq: string }[]>`SELECT id, seq FROM rooms`;
      const head = new Map(heads.map((row) => [row.id, Number(row.seq)]));
      const isLevel = history.watched.every(
        (w) => (w.events.at(-1)?.seq ?? w.from) >= (head.get(w.roomId) ?? 0),
      );
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
async function settle(
  sql: postgres.Sql,
  history: History,
  rooms: RoomRecord[],
  withinMs: number,
): Promise<void> {
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
async function sessionsOf(
  admin: ReturnType<typeof createClient>,
  roomId: string,
): Promise<RoomRecord["sessions"]> {
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

async function logOf(sql: postgres.Sql, roomId: string): Promise<RoomEvent[]> {
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
