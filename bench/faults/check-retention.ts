import type { Periods } from "@squadroom/core/retention/periods";
import { DEFAULT_PERIODS } from "@squadroom/core/retention/periods";
import type { Aged, Evidence, RoomRecord, Violation } from "./evidence.ts";

const INVARIANT = "15: retention";

interface Kept {
  end: string;
  state: string;
  since: number;
  isHeld: boolean;
}

/** § 7: only what has ended is archived, never early, never while it is held, and once; only what is archived is brought back. */
export function checkRetention({
  rooms,
  aged,
  clockStepMs,
}: Pick<Evidence, "aged" | "clockStepMs"> & {
  rooms: Pick<RoomRecord, "roomId" | "events">[];
}): Violation[] {
  return rooms.flatMap((room) =>
    checkRoom(
      room,
      aged.filter(({ roomId }) => roomId === room.roomId),
      clockStepMs,
    ),
  );
}

function checkRoom(
  { roomId, events }: Pick<RoomRecord, "roomId" | "events">,
  aged: Aged[],
  slackMs: number,
): Violation[] {
  const found: Violation[] = [];
  const all = new Map<number, Kept>();
  let periods: Periods = DEFAULT_PERIODS;
  for (const { seq, at, type, data } of events) {
    const bad = (what: string) => found.push({ invariant: INVARIANT, room: roomId, what: `event ${seq}: ${what}` });
    if (type === "session.ended") all.set(data.sessionId, { end: data.end, state: "kept", since: at, isHeld: false });
    else if (type === "retention.set") periods = data.periods as Periods;
    else if (type === "retention.held" || type === "retention.released") {
      const one = all.get(data.sessionId);
      if (one) one.isHeld = type === "retention.held";
      else bad(`session ${data.sessionId}, which has not ended, is held or released`);
    } else if (type === "retention.restored") {
      const one = all.get(data.sessionId);
      if (one?.state !== "archived") bad(`session ${data.sessionId} is ${one?.state}, and restored`);
      if (one) Object.assign(one, { state: "restored", since: at });
    } else if (type === "retention.archived") {
      for (const id of data.sessionIds) {
        const one = all.get(id);
        const name = `session ${id}`;
        if (!one) {
          bad(`${name} is archived, and has not ended`);
          continue;
        }
        const { archiveAfterS } = periods[one.end === "failed" ? "failed" : "completed"];
        const earlyMs = oldestSince(aged, id, one) + archiveAfterS * 1_000 - at;
        if (one.isHeld) bad(`${name} is archived while somebody holds it`);
        if (one.state !== "kept" && one.state !== "restored") bad(`${name} is archived twice`);
        if (earlyMs > slackMs) bad(`${name} is archived ${earlyMs} ms too early`);
        Object.assign(one, { state: "archived", since: at });
      }
    } else if (type === "retention.deleted") bad("sessions are deleted long before their time");
  }
  return found;
}

/** Since when a session is in its state, as far back as it was made older. */
function oldestSince(aged: readonly Aged[], sessionId: number, { state, since }: Kept): number {
  const older = aged.find((one) => one.sessionId === sessionId && one.state === state && one.from === since);
  return older ? oldestSince(aged, sessionId, { state, since: older.to } as Kept) : since;
}
