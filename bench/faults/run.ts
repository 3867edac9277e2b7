import { setMaxListeners } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@squadroom/client/http";
import postgres from "postgres";
import type { Machine } from "../harness/machine.ts";
import { type Habits, runAgent, runPerson } from "./actors.ts";
import { type Caller, createCalls } from "./caller.ts";
import { check } from "./check.ts";
import { countSessions } from "./check-sessions.ts";
import { watchClock } from "./clock-watch.ts";
import { checkDeletion } from "./deletion.ts";
import type { Evidence, Violation } from "./evidence.ts";
import { gather, recordOf } from "./gather.ts";
import { History } from "./history.ts";
import { HostileMachine, type HostileOptions } from "./hostile.ts";
import { type Harm, runNemesis } from "./nemesis.ts";
import { pipelineTeam } from "./pipelines.ts";
import { type Chance, createChance, pause } from "./random.ts";
import { Shelf } from "./retention.ts";
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
  /** A machine whose agents do harm, in two rooms of one project. */
  hostile?: boolean | HostileOptions;
  /** Leaves the machines and each room's log for whoever looks into a violation. */
  keep?: boolean;
  /** Harms in this order, over and over; by default all of them, shuffled. */
  harms?: Harm[];
  /** How long viewers may take to come to their rooms' heads once harm has ended, ms. */
  restMs?: number;
  /** The run goes on until it has come to this. */
  until?: ((soFar: Evidence) => boolean) | undefined;
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

/** Ends what would hang: a machine with much else to do is no fault. */
const UNTIL_MS = 600_000;
/** Two of each, so that a room goes on when one is lost. */
const SEATS = ["planner", "planner", "builder", "builder", "reviewer", "reviewer"];

/** Runs rooms under harm for a time, lets them come to rest, and holds everything against the log. */
export async function runFaults(options: FaultOptions): Promise<FaultReport> {
  const scratch = mkdtempSync(join(tmpdir(), "squadroom-faults-"));
  const clock = watchClock();
  try {
    const world = await startWorld(scratch, options);
    const machines: Machine[] = [];
    return await runIn(world, options, clock, scratch, machines).finally(async () => {
      // Whatever broke off, no runner and no agent of it lives on.
      await Promise.all(machines.map((machine) => machine.kill()));
      await world.close();
    });
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
  machines: Machine[],
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
  const hasSessions = options.sessions !== false;
  for (let i = 0; i < roomCount; i++) {
    const team = hasSessions ? { team: pipelineTeam() } : { preset: "squad" as const };
    const { roomId } = await admin.call("createRoom", { body: { name: `faults-${i}`, ...team } });
    roomIds.push(roomId);
    for (const role of SEATS) await seat(roomId, role);
  }
  const squadRooms = [...roomIds];
  const runnerRooms: RunnerRoom[] = [];
  for (let i = 0; i < machineCount; i++)
    runnerRooms.push(await RunnerRoom.open(world, admin, history, scratch, `machine-${i}`));
  roomIds.push(...runnerRooms.map(({ roomId }) => roomId));
  const hostile = options.hostile
    ? await HostileMachine.open(world, admin, history, scratch, options.hostile === true ? {} : options.hostile)
    : null;
  roomIds.push(...(hostile?.rooms.map(({ roomId }) => roomId) ?? []));
  const { id: adminId } = await credentialOf(world, "local admin");
  const callerIn = (roomId: string): Caller => ({
    token: world.admin,
    roomId,
    credentialId: adminId,
    connection: null,
  });
  const people = squadRooms.map(callerIn);
  log(
    `${squadRooms.length} rooms, ${agents.length} agents, ${machineCount} machines, ${viewerCount} viewers, two servers, seed ${seed}`,
  );

  // Harm is done to what stands: how long that takes is the machine's.
  machines.push(...[...runnerRooms, ...(hostile ? [hostile] : [])].map(({ machine }) => machine));
  for (const machine of machines) machine.start();
  await Promise.all(machines.map((machine) => machine.ready()));

  const actors: Promise<void>[] = [];
  for (const agent of agents) actors.push(runAgent(agent, call, chances(salt++), acting.signal, givenTo, options));
  for (const person of people) actors.push(runPerson(person, call, chances(salt++), acting.signal, options));
  const shelf = hasSessions ? await Shelf.open(world) : null;
  if (shelf) {
    const second = await signInSecond(world, admin);
    for (const person of people) {
      const both = [person, { ...second, roomId: person.roomId, connection: null }] as const;
      actors.push(runSessionPeople(both, call, chances(salt++), acting.signal));
      actors.push(shelf.keep(person, call, chances(salt++), acting.signal));
    }
  }
  for (const room of runnerRooms) actors.push(room.lead(callerIn(room.roomId), call, chances(salt++), acting.signal));
  const hostileLeads = hostile?.rooms.map(({ roomId }) => callerIn(roomId)) ?? [];
  const leading = (hostile?.rooms ?? []).map(async (room, i) => {
    const caller = hostileLeads[i];
    if (caller) await hostile?.lead(room, caller, call, chances(salt++), acting.signal);
  });
  actors.push(...leading);
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
  const nemesis = runNemesis(world, history, chances(2), harming.signal, revokeOne, runnerRooms, options.harms);
  await untilOver(seconds, nemesis);
  if (options.until) await untilSeen(world, roomIds, history, options.until);
  if (typeof options.hostile === "object" && options.hostile.acts) await Promise.all(leading);
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
    runnerRooms.map((room, i) => room.rest(callerIn(room.roomId), call, chances(salt + i), i % 2 === 1)),
  );
  await hostile?.rest(hostileLeads, call);
  await finish();
  await shelf?.rest();
  const gathered = await gather(world, history, roomIds, watching, viewing, options.restMs);
  for (const record of gathered.rooms)
    record.hasMachine = [...runnerRooms, ...(hostile?.rooms ?? [])].some(({ roomId }) => roomId === record.roomId);
  const aged = shelf?.aged ?? [];
  const evidence = { ...gathered, aged, clockStepMs: clock.stepMs() };
  if (evidence.clockStepMs > 0) history.counts.set("ms the clock was set", evidence.clockStepMs);
  if (options.keep)
    for (const { roomId, events } of evidence.rooms)
      writeFileSync(join(scratch, `${roomId}.json`), events.map((one) => JSON.stringify(one)).join("\n"));
  const violations = check(evidence);
  for (const room of runnerRooms) {
    const log = evidence.rooms.find(({ roomId }) => roomId === room.roomId)?.events ?? [];
    violations.push(...(await room.check(log)));
  }
  if (hostile) violations.push(...(await hostile.check(evidence.rooms)));
  countSessions(evidence, history);
  if (shelf) {
    const squads = evidence.rooms.filter(({ hasMachine }) => !hasMachine);
    violations.push(...(await checkDeletion(world, squads, history, chances(salt++))));
  }
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

/** Reads the logs until they and what was told till then have what is waited for: most of the time is the actors'. */
async function untilSeen(
  world: World,
  roomIds: string[],
  history: History,
  isSeen: (soFar: Evidence) => boolean,
): Promise<void> {
  const sql = postgres(world.databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const deadline = Date.now() + UNTIL_MS;
    while (Date.now() < deadline) {
      const from = performance.now();
      const seen = history.copy();
      const rooms = await Promise.all(roomIds.map((id) => recordOf(sql, id))).catch(() => []);
      const none = { keys: new Map(), revoked: new Map(), complaints: [], aged: [] };
      if (isSeen({ ...none, history: seen, rooms, clockStepMs: 0 })) return;
      const rest = Math.ceil(Math.max(1_000, 4 * (performance.now() - from)));
      await pause(rest, AbortSignal.timeout(rest));
    }
  } finally {
    await sql.end();
  }
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
  if (!answer.ok || !cookie) throw new Error(`the second person is not signed in: ${answer.status}`);
  const { id } = await credentialOf(world, person.name);
  return { token: { cookie }, credentialId: id };
}
