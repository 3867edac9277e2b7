import { DEFAULT_LEASE_S, type LeaseTimes } from "@squadroom/core/agent/agent";
import type { AgentCaller, PersonCaller } from "@squadroom/core/kernel/actor";
import type { Command } from "@squadroom/core/kernel/command";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import { type AgentId, type PersonId, type RoomId, roleName } from "@squadroom/core/kernel/ids";
import { presetTeam } from "@squadroom/core/team/presets";
import type { TeamPreset } from "@squadroom/core/team/team";
import postgres, { type Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { projectAll } from "../../features/projections.ts";
import { verifyRoom } from "../../features/room/verify.ts";
import type { CredentialRef } from "../auth/principal.ts";
import { newId } from "../new-id.ts";
import { createAppender } from "./appender.ts";
import type { RoomBatch } from "./batch.ts";
import { createClock } from "./clock.ts";
import { type Answer, type CommandKey, decideOn, type Entry } from "./entry.ts";
import { createErasing } from "./erasing.ts";
import { faultyConnection } from "./faulty-connection.fixture.ts";
import { createFollower } from "./follower.ts";
import { createObservations } from "./observations.ts";
import { createRooms, type ExecuteOptions, type RoomsOptions } from "./rooms.ts";
import { createSlowRoad } from "./slow-road.ts";
import { createStore } from "./store.ts";
import { createSweeper } from "./sweeper.ts";
import { createWaiters } from "./waiters.ts";

export const LEAD: PersonCaller = { id: uuidv7() as PersonId, name: "Lea" };

interface ProcessOptions extends Partial<Pick<RoomsOptions, "project" | "cacheBytes" | "queueBytes">> {
  leaseS?: LeaseTimes;
  settleMs?: number;
  /** Stands in front of the slow road's database. */
  slowRoadSql?: (sql: Sql) => Sql;
  watched?: () => RoomId[];
  isElsewhere?: (roomId: RoomId) => boolean;
}

export type RoomProcess = Awaited<ReturnType<typeof roomProcess>>;

/** The room parts of one server process, wired as the runtime wires them, over connections that fail on demand. */
export async function roomProcess(url: string, more: ProcessOptions = {}) {
  const sql = postgres(url, { max: 3, onnotice: () => undefined });
  const faults = faultyConnection();
  const leaseS = more.leaseS ?? DEFAULT_LEASE_S;
  /** This process's own clock is wrong by so much, until it is measured again. */
  let shiftMs = 0;
  const measured = await createClock(sql);
  const clock = {
    now: () => measured.now() + shiftMs,
    async measure() {
      shiftMs = 0;
      await measured.measure();
    },
    check: () => measured.check(),
  };
  const store = createStore(sql);
  const observations = createObservations(sql, clock, leaseS);
  const waiters = createWaiters();
  const logged: { details: object; message: string }[] = [];
  const log = {
    error: (details: object, message: string) => void logged.push({ details, message }),
    warn: (details: object, message: string) => void logged.push({ details, message }),
  };
  /** May be changed: until when silence ends nothing, epoch ms; how long an unknown outcome is settled, ms. */
  const state = { graceUntil: 0, settleMs: more.settleMs ?? 15_000 };
  const revoked: string[] = [];
  const followed: { roomId: RoomId; seq: number }[] = [];
  const outages: number[] = [];
  const published: { roomId: RoomId; events: RoomEvent[] }[] = [];
  const appender = createAppender({
    url,
    get settleMs() {
      return state.settleMs;
    },
    now: clock.now,
    log: (line) => log.warn({}, line),
    connect: faults.connect,
  });
  const rooms = createRooms({
    store,
    appender,
    slowRoad: createSlowRoad(more.slowRoadSql?.(sql) ?? sql, clock),
    erasing: createErasing(sql, clock, projectAll),
    clock,
    observations,
    waiters,
    project: more.project ?? projectAll,
    leaseS,
    graceUntil: () => state.graceUntil,
    publish: (room, events) => void published.push({ roomId: room.id, events }),
    onRevoked: (ids) => void revoked.push(...ids),
    cacheBytes: more.cacheBytes ?? 50_000_000,
    ...(more.queueBytes ? { queueBytes: more.queueBytes } : {}),
    log,
  });
  const sweeper = createSweeper({
    sql,
    store,
    rooms,
    waiters,
    observations,
    clock,
    watched: more.watched ?? (() => []),
    follower: createFollower({
      rooms,
      waiters,
      isWatched: (roomId) => more.watched?.().includes(roomId) ?? false,
      watched: more.watched ?? (() => []),
      tell: (roomId, seq) => void followed.push({ roomId, seq }),
    }),
    isElsewhere: more.isElsewhere ?? (() => false),
    onOutage: () => void outages.push(clock.now()),
    log,
  });
  return {
    sql,
    faults,
    clock,
    store,
    observations,
    waiters,
    appender,
    rooms,
    sweeper,
    state,
    shiftClock(ms: number) {
      shiftMs = ms;
    },
    /** What was logged as a warning or an error. */
    logged,
    revoked,
    /** Where viewers were to be brought, and when an outage was noticed. */
    followed,
    outages,
    /** Seqs that this process told its viewers, in the order of telling. */
    told: (roomId: RoomId) =>
      published.filter((one) => one.roomId === roomId).flatMap(({ events }) => events.map((e) => e.seq)),
    /** Leaves it as a killed process is left: whatever it waited for is never answered. */
    async abandon() {
      faults.kill();
      await sweeper.stop();
      await appender.close();
      await sql.end({ timeout: 5 });
    },
    async close() {
      await sweeper.stop();
      await rooms.idle();
      await observations.close().catch(() => undefined);
      await appender.close();
      await sql.end({ timeout: 5 });
    },
  };
}

/** A long poll of this process: what each of its claims came to. It stands until it gets a task. */
export function aWaiter(process: RoomProcess, roomId: RoomId, by: AgentCaller): boolean[] {
  const claims: boolean[] = [];
  process.waiters.add({
    roomId,
    agentId: by.id,
    credentialId: by.id,
    connection: null,
    isOpen: () => claims.at(-1) !== true,
    joins: false,
    busy: false,
    again: false,
    async claim() {
      const answer = await process.rooms.execute(roomId, { type: "claim", by }).catch(() => null);
      claims.push(answer?.ok === true && answer.reply.taskId !== null);
      return claims.at(-1) === true;
    },
    end: () => undefined,
  });
  return claims;
}

/** A room of a preset with nobody in it. */
export async function aRoom({ sql, rooms }: RoomProcess, preset: TeamPreset = "squad"): Promise<RoomId> {
  const roomId = newId();
  await sql`INSERT INTO rooms (id, commit_id) VALUES (${roomId}, ${uuidv7()})`;
  const team = presetTeam(preset);
  await must(
    rooms.execute(roomId, {
      type: "createRoom",
      by: LEAD,
      name: "checkout-web",
      team,
      demo: false,
    }),
  );
  return roomId;
}

export function aCaller(role: string, name = `${role} ${uuidv7().slice(-4)}`): AgentCaller {
  return { id: uuidv7() as AgentId, name, roles: [roleName(role)], connection: null };
}

/** An agent that has joined as this role. */
export async function anAgent(process: RoomProcess, roomId: RoomId, role: string): Promise<AgentCaller> {
  const by = aCaller(role);
  await must(process.rooms.execute(roomId, joining(by)));
  return by;
}

export function joining(by: AgentCaller): Command & { type: "join" } {
  return { type: "join", by, role: by.roles[0] as never, class: "manual", harness: null };
}

export function saying(body: string): Command & { type: "sendUserMessage" } {
  return { type: "sendUserMessage", by: LEAD, body, repliesTo: null, priority: "medium" };
}

/** A task of a role, made by the lead. */
export function creating(role: string, title = "a part"): Command & { type: "createTasks" } {
  const task = { role: roleName(role), title, instruction: "do the part" };
  return { type: "createTasks", by: LEAD, fence: null, tasks: [task] };
}

export function aKey(credentialId: string = uuidv7(), requestHash = "the request"): CommandKey {
  return { credentialId, key: uuidv7(), requestHash };
}

/** The reply of a command that is accepted. */
export async function must<R>(answer: Promise<Answer<R>>): Promise<R & { seq: number }> {
  const settled = await answer;
  if (settled.ok) return { ...settled.reply, seq: settled.seq };
  throw new Error(`refused: ${settled.refusal.code}: ${settled.refusal.message}`);
}

/** What a command came to: `ok`, the code of its refusal, or of the error that it was answered with. */
export async function outcomeOf(answer: Promise<Answer>): Promise<string> {
  try {
    const settled = await answer;
    return settled.ok ? "ok" : settled.refusal.code;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

/** A command decided on the room's head in the database, ready for the append. */
export async function batchOf(
  process: RoomProcess,
  roomId: RoomId,
  commands: Command[],
  how: Partial<ExecuteOptions> & { seenAt?: Record<string, number>; leaseS?: LeaseTimes } = {},
): Promise<RoomBatch> {
  const loaded = await process.store.load(roomId);
  if (!loaded) throw new Error(`there is no room ${roomId}`);
  let { view } = loaded;
  const entries = commands.map((command): Entry => {
    const context = {
      now: process.clock.now(),
      newId,
      leaseS: how.leaseS ?? DEFAULT_LEASE_S,
      ended: {},
      seenAt: (how.seenAt ?? {}) as never,
      graceUntil: 0,
    };
    const decision = decideOn(view, command, context, projectAll);
    view = decision.after;
    const ignore = () => undefined;
    const { key = null, credential = null } = how;
    return {
      command,
      key,
      credential,
      ended: {},
      earlier: [],
      decision,
      weight: 0,
      lost: 0,
      settle: ignore,
      fail: ignore,
    };
  });
  const isWrite = view.seq > loaded.head.seq;
  const next = isWrite ? { seq: view.seq, commitId: uuidv7() } : loaded.head;
  return { roomId, expected: loaded.head, next, dueAt: null, entries };
}

/** A credential in the table, as the append looks it up. */
export async function aCredential({ sql }: RoomProcess, roomId: RoomId, id: string): Promise<CredentialRef> {
  await sql`
    INSERT INTO credentials (id, kind, room_id, name, roles, secret_hash, created_at, changed_at)
    VALUES (${id}, 'agent', ${roomId}, ${id}, '[]', ${Buffer.from(id)}, 0, 0)`;
  return { id, version: 1 };
}

/** The whole log, oldest first. */
export function logOf({ store }: RoomProcess, roomId: RoomId): Promise<RoomEvent[]> {
  return store.eventsAfter(roomId, 0, 100_000);
}

/** Events of one type. */
export async function eventsOf<T extends RoomEvent["type"]>(
  process: RoomProcess,
  roomId: RoomId,
  type: T,
): Promise<Extract<RoomEvent, { type: T }>[]> {
  const log = await logOf(process, roomId);
  return log.filter((event): event is Extract<RoomEvent, { type: T }> => event.type === type);
}

export function verified({ sql }: RoomProcess, roomId: RoomId) {
  return verifyRoom(sql, createStore, projectAll, roomId);
}

/** Resolves once it holds; throws when it does not within ten seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("waited for ten seconds in vain");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
