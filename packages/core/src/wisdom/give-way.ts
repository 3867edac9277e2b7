import { findSession } from "../flow/sessions.ts";
import type { Room } from "../kernel/room.ts";
import { LIVE_MAX, LIVE_TEXT_MAX, type WisdomEntry, type WisdomId } from "./wisdom.ts";

/**
 * Which entries make room for new ones, the least needed first: what ended sessions knew, then the oldest learnings,
 * then the oldest issues. Decisions and conventions of the room stay: `null` says that there is no room. Whatever gives
 * way can still be searched for.
 */
export function givesWay(
  room: Pick<Room, "wisdom" | "sessions">,
  added: readonly Weighed[],
  superseded: WisdomId | null,
): WisdomId[] | null {
  const live = room.wisdom.live.filter(({ id }) => id !== superseded);
  let count = live.length + added.length + (superseded === null ? 0 : 1);
  let chars = charsOf(live) + charsOf(added);
  const gone: WisdomId[] = [];
  const rank = (entry: WisdomEntry): number => {
    const isOver = entry.sessionId !== null && !findSession(room.sessions, entry.sessionId);
    if (entry.scope === "session" && isOver) return 0;
    if (entry.kind === "learning") return 1;
    return entry.kind === "issue" ? 2 : 3;
  };
  const order = live
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank || a.entry.id - b.entry.id);
  for (const { entry } of order) {
    if (count <= LIVE_MAX && chars <= LIVE_TEXT_MAX) break;
    gone.push(entry.id);
    count -= 1;
    chars -= charsOf([entry]);
  }
  return count <= LIVE_MAX && chars <= LIVE_TEXT_MAX ? gone : null;
}

type Weighed = Pick<WisdomEntry, "text" | "files" | "labels" | "roles">;

/** All characters of an entry: what accompanies the text can't fill a room either. */
function charsOf(entries: readonly Weighed[]): number {
  return entries.reduce(
    (sum, { text, files, labels, roles }) =>
      [...files, ...labels, ...roles].reduce((all, one) => all + one.length, sum + text.length),
    0,
  );
}
