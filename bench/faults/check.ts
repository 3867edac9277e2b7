import { faultsOf } from "@squadroom/core/testing/log-check.fixture";
import { checkAnswers } from "./check-answers.ts";
import { checkSessions } from "./check-sessions.ts";
import type { Evidence, RoomRecord, Violation } from "./evidence.ts";
import { LEASE_S } from "./servers.ts";

/** A viewer that missed more than this may get a snapshot instead. */
const RESUME_MAX = 2_000;
/** A revoked credential reads nothing any more after this, ms. */
const REVOKED_MS = 1_000;

/** Holds what everyone was told against the log, the tables and every viewer's stream. */
export function check(evidence: Evidence): Violation[] {
  return [
    ...evidence.rooms.flatMap(checkLog),
    ...checkAnswers(evidence),
    ...checkSessions(evidence),
    ...checkViewers(evidence),
    ...checkRevoked(evidence),
    ...checkRenewals(evidence),
    ...evidence.complaints.map((what) => ({ invariant: "no fault of the server", room: "", what })),
  ];
}

/** 1, 2, 10: gapless and sound by a reading that shares nothing with the reducer, and the tables are its fold. */
function checkLog({ roomId, events, verification }: RoomRecord): Violation[] {
  const found = faultsOf(events).map(({ seq, type, fault }) => ({
    invariant: "1, 2, 10: log",
    room: roomId,
    what: `event ${seq} ${type}: ${fault}`,
  }));
  if (verification.ok) return found;
  const what = JSON.stringify(verification.differences).slice(0, 500);
  return [...found, { invariant: "1 log = tables", room: roomId, what }];
}

/** 7: every viewer saw every event exactly once, in order, and what it saw is what the log says. */
function checkViewers({ history, rooms }: Evidence): Violation[] {
  const found: Violation[] = [];
  const byRoom = new Map(rooms.map((room) => [room.roomId, room.events]));
  for (const { viewer, roomId, from, events, replaced } of history.watched) {
    const log = byRoom.get(roomId) ?? [];
    const bad = (what: string) =>
      found.push({ invariant: "7 viewers", room: roomId, what: `${viewer}: ${what}` });
    if (from < 0) {
      bad("never got a snapshot");
      continue;
    }
    for (const { had, got } of replaced) {
      if (got - had <= RESUME_MAX) bad(`stood at seq ${had} and got a snapshot of seq ${got}`);
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

/**
 * 8: nothing commits under a credential after its revocation, and a second after that was committed nothing
 * is answered. Between the stamp and the commit nobody else can know of it.
 */
function checkRevoked({ history, rooms, revoked }: Evidence): Violation[] {
  const found: Violation[] = [];
  const bad = (room: string, what: string) => found.push({ invariant: "8 revoked", room, what });
  for (const { roomId, events } of rooms) {
    for (const event of events) {
      if (event.actor.kind !== "agent") continue;
      const at = revoked.get(event.actor.id)?.stampedAt;
      if (at === undefined || event.at <= at) continue;
      bad(
        roomId,
        `event ${event.seq} by ${event.actor.name}, ${event.at - at} ms after its revocation`,
      );
    }
  }
  for (const told of history.told) {
    const times = revoked.get(told.credentialId);
    if (!times && told.kind === "refused" && told.code === "unauthorized")
      bad(told.roomId, `${told.op} was refused as unauthorized, its credential is good`);
    if (!times || told.kind !== "acknowledged") continue;
    const lateMs = Math.round(told.sentAt - times.committedAt);
    const { stampedAt, committedAt } = times;
    if (lateMs > REVOKED_MS)
      bad(
        told.roomId,
        `${told.op}, asked ${lateMs} ms after its revocation, which took ${Math.round(committedAt - stampedAt)} ms, was answered`,
      );
  }
  return found;
}

/** Rule 9: nobody is given up whose renewal was acknowledged before, and had not run out. */
function checkRenewals({ history, rooms }: Evidence): Violation[] {
  const renewals = new Map<string, { seenAt: number; at: number }[]>();
  for (const told of history.told) {
    if (told.kind !== "acknowledged" || told.op !== "renew") continue;
    const known = renewals.get(told.credentialId) ?? [];
    known.push({ seenAt: Number(told.reply.seenAt), at: told.at });
    renewals.set(told.credentialId, known);
  }
  return rooms.flatMap(({ roomId, events }) =>
    events.flatMap((event) => {
      if (event.type !== "agent.went_offline") return [];
      const { agentId } = event.data;
      const renewed = renewals
        .get(agentId)
        ?.find(({ seenAt, at }) => at < event.at && event.at < seenAt + LEASE_S * 1000);
      if (!renewed) return [];
      const what = `event ${event.seq} gives ${agentId} up ${event.at - renewed.seenAt} ms after a renewal`;
      return [{ invariant: "rule 9 renewals", room: roomId, what }];
    }),
  );
}
