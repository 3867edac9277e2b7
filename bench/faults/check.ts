import { faultsOf } from "@squadroom/core/testing/log-check.fixture";
import { checkAnswers } from "./check-answers.ts";
import { checkBoundaries } from "./check-boundaries.ts";
import { checkErrors } from "./check-errors.ts";
import { checkLocks } from "./check-locks.ts";
import { checkMessages } from "./check-messages.ts";
import { checkRetention } from "./check-retention.ts";
import { checkSessions } from "./check-sessions.ts";
import { checkRenewals, checkRevoked } from "./check-times.ts";
import type { Evidence, RoomRecord, Violation } from "./evidence.ts";

/** A viewer that missed more than this may get a snapshot instead. */
const RESUME_MAX = 2_000;

/** Holds what everyone was told against the log, the tables and every viewer's stream. */
export function check(evidence: Evidence): Violation[] {
  return [
    ...evidence.rooms.flatMap(checkLog),
    ...checkAnswers(evidence),
    ...checkSessions(evidence),
    ...checkLocks(evidence),
    ...checkMessages(evidence),
    ...checkErrors(evidence),
    ...checkBoundaries(evidence),
    ...checkRetention(evidence),
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
    const bad = (what: string) => found.push({ invariant: "7 viewers", room: roomId, what: `${viewer}: ${what}` });
    if (from < 0) {
      bad("never got a snapshot");
      continue;
    }
    for (const { had, got } of replaced) {
      if (got - had <= RESUME_MAX) bad(`stood at seq ${had} and got a snapshot of seq ${got}`);
    }
    const wrong = events.findIndex((event, i) => event.seq !== from + i + 1);
    if (wrong >= 0) bad(`expected seq ${from + wrong + 1}, got ${events[wrong]?.seq}`);
    const differs = events.find((event) => JSON.stringify(event.data) !== JSON.stringify(log[event.seq - 1]?.data));
    if (differs) bad(`event ${differs.seq} is not what the log has`);
    const last = events.at(-1)?.seq ?? from;
    if (last !== log.length) bad(`ended at seq ${last}, the log at ${log.length}`);
  }
  return found;
}
