import type { RoomEvent } from "@squadroom/core/log/event";
import type { History, Told } from "./history.ts";

export interface Violation {
  invariant: string;
  room: string;
  what: string;
}

export interface RoomRecord {
  roomId: string;
  events: RoomEvent[];
  /** Of `GET /rooms/:room/verification`. */
  verification: { ok: boolean; differences: unknown[] };
}

/** What the tables remember of a key: `${credential} ${key}`. */
export type StoredKeys = Map<string, { ok: boolean; seq: number }>;

export interface Evidence {
  history: History;
  rooms: RoomRecord[];
  keys: StoredKeys;
  /** When each revoked credential was revoked, by the database's clock, epoch ms. */
  revokedAt: Map<string, number>;
}

/** Holds what everyone was told against the log, the tables and every viewer's stream. */
export function check(evidence: Evidence): Violation[] {
  return [
    ...evidence.rooms.flatMap(checkLog),
    ...evidence.rooms.flatMap(checkLeases),
    ...checkAnswers(evidence),
    ...checkViewers(evidence),
    ...checkRevoked(evidence),
  ];
}

/** 1: gapless, and the tables are its fold. */
function checkLog({ roomId, events, verification }: RoomRecord): Violation[] {
  const found: Violation[] = [];
  const gap = events.findIndex((event, i) => event.seq !== i + 1);
  if (gap >= 0)
    found.push({
      invariant: "1 gapless log",
      room: roomId,
      what: `seq ${events[gap]?.seq} at place ${gap + 1}`,
    });
  const late = events.findIndex((event, i) => i > 0 && event.at < (events[i - 1]?.at ?? 0));
  if (late >= 0)
    found.push({
      invariant: "1 time",
      room: roomId,
      what: `event ${late + 1} is older than the one before`,
    });
  if (!verification.ok) {
    const what = JSON.stringify(verification.differences).slice(0, 500);
    found.push({ invariant: "1 log = tables", room: roomId, what });
  }
  return found;
}

/** 2: one live lease per task, growing fences, no write under an old one; each task ends once. */
function checkLeases({ roomId, events }: RoomRecord): Violation[] {
  const found: Violation[] = [];
  const live = new Map<string, number>();
  const holders = new Map<string, string>();
  const ended = new Set<string>();
  let newest = 0;
  const bad = (event: RoomEvent, what: string) =>
    found.push({
      invariant: "2 leases",
      room: roomId,
      what: `event ${event.seq} ${event.type}: ${what}`,
    });
  const write = (event: RoomEvent, taskId: string, fence: number | null) => {
    if (fence !== null && live.get(taskId) !== fence) {
      bad(event, `${taskId} written under fence ${fence}, live is ${live.get(taskId) ?? "none"}`);
    }
  };
  const byHolder = (event: RoomEvent, taskId: string) => {
    if (event.actor.kind === "agent" && holders.get(taskId) !== event.actor.id) {
      bad(event, `${taskId} written by ${event.actor.name}, who does not hold it`);
    }
  };
  const end = (event: RoomEvent, taskId: string) => {
    if (ended.has(taskId)) bad(event, `${taskId} ended twice`);
    ended.add(taskId);
    live.delete(taskId);
  };
  for (const event of events) {
    switch (event.type) {
      case "task.claimed": {
        const { taskId, fence } = event.data;
        if (live.has(taskId)) bad(event, `${taskId} has a live lease`);
        if (ended.has(taskId)) bad(event, `${taskId} has ended`);
        if (fence <= newest) bad(event, `fence ${fence} after ${newest}`);
        newest = Math.max(newest, fence);
        live.set(taskId, fence);
        holders.set(taskId, event.data.agentId);
        break;
      }
      case "task.started":
      case "task.progressed":
        write(event, event.data.taskId, event.data.fence);
        byHolder(event, event.data.taskId);
        break;
      case "task.released":
      case "task.attempt_ended":
        write(event, event.data.taskId, event.data.fence);
        live.delete(event.data.taskId);
        break;
      case "task.completed":
        write(event, event.data.taskId, event.data.fence);
        byHolder(event, event.data.taskId);
        end(event, event.data.taskId);
        break;
      case "handoff.delivered":
        write(event, event.data.fromTaskId, event.data.fromFence);
        byHolder(event, event.data.fromTaskId);
        end(event, event.data.fromTaskId);
        break;
      case "task.cancelled":
        for (const id of [event.data.taskId, ...event.data.cascade]) end(event, id);
        break;
      default:
        break;
    }
  }
  return found;
}

/** 3 and 4: what was acknowledged is there, once; what was refused is not. */
function checkAnswers({ history, rooms, keys }: Evidence): Violation[] {
  const found: Violation[] = [];
  const byRoom = new Map(rooms.map((room) => [room.roomId, room.events]));
  const madeBy = new Map<string, number>();
  for (const room of rooms) {
    for (const event of room.events) {
      for (const id of idsOf(event))
        madeBy.set(`${room.roomId} ${id}`, (madeBy.get(`${room.roomId} ${id}`) ?? 0) + 1);
    }
  }
  const bad = (told: Told, what: string) =>
    found.push({
      invariant: "3/4 answers",
      room: told.roomId,
      what: `${told.op} ${told.key ?? ""}: ${what}`,
    });
  for (const told of history.told) {
    const stored = told.key === null ? undefined : keys.get(`${told.credentialId} ${told.key}`);
    if (told.kind === "refused") {
      if (/^(mismatch|answered|done)/.test(told.code)) bad(told, told.code);
      else if (stored?.ok) bad(told, `refused (${told.code}), yet done at seq ${stored.seq}`);
    }
    if (told.kind !== "acknowledged" || told.key === null) continue;
    const events = byRoom.get(told.roomId) ?? [];
    if (told.seq > events.length)
      bad(told, `acknowledged at seq ${told.seq}, the log ends at ${events.length}`);
    if (!stored) bad(told, "acknowledged, its key is not stored");
    else if (!stored.ok || stored.seq !== told.seq)
      bad(told, `acknowledged at ${told.seq}, stored ${stored.ok} at ${stored.seq}`);
    for (const name of ["handoffId", "messageId"]) {
      const id = told.reply[name];
      if (typeof id !== "string") continue;
      const times = madeBy.get(`${told.roomId} ${id}`) ?? 0;
      if (times !== 1) bad(told, `${name} ${id} is ${times} times in the log`);
    }
  }
  return found;
}

function idsOf(event: RoomEvent): string[] {
  if (event.type === "handoff.delivered") return [event.data.handoffId];
  if (event.type === "message.sent") return [event.data.message.id];
  return [];
}

/** 7: every viewer saw every event exactly once, in order, and what it saw is what the log says. */
function checkViewers({ history, rooms }: Evidence): Violation[] {
  const found: Violation[] = [];
  const byRoom = new Map(rooms.map((room) => [room.roomId, room.events]));
  for (const { viewer, roomId, from, events } of history.watched) {
    const log = byRoom.get(roomId) ?? [];
    const bad = (what: string) =>
      found.push({ invariant: "7 viewers", room: roomId, what: `${viewer}: ${what}` });
    if (from < 0) {
      bad("never got a snapshot");
      continue;
    }
    const wrong = events.findIndex((event, i) => event.seq !== from + i + 1);
    if (wrong >= 0) bad(`expected seq ${from + wrong + 1}, got ${events[wrong]?.seq}`);
    const differs = events.find(
      (event) => JSON.stringify(event.data) !== JSON.stringify(log[event.seq - 1]?.data),
    );
    if (differs) bad(`event ${differs.seq} is not what the log has`);
    const last = events.at(-1)?.seq ?? from;
    if (last !== log.length) bad(`ended at seq ${last}, the log at ${log.length}`);
  }
  return found;
}

/** 8: nothing commits under a credential after its revocation. */
function checkRevoked({ rooms, revokedAt }: Evidence): Violation[] {
  const found: Violation[] = [];
  for (const { roomId, events } of rooms) {
    for (const event of events) {
      if (event.actor.kind !== "agent") continue;
      const at = revokedAt.get(event.actor.id);
      if (at === undefined || event.at <= at) continue;
      const what = `event ${event.seq} by ${event.actor.name}, ${event.at - at} ms after its revocation`;
      found.push({ invariant: "8 revoked", room: roomId, what });
    }
  }
  return found;
}
