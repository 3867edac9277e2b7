import { findSession, inTheWay } from "../../flow/sessions.ts";
import { actorOf } from "../../kernel/actor.ts";
import type { CommandOf, RulingOn } from "../../kernel/command.ts";
import type { Room } from "../../kernel/room.ts";
import { accept, refused } from "../../kernel/ruling.ts";
import { boundedBy } from "./bounded.ts";
import { movesOf } from "./moves.ts";

/** A person starts a queued one, whatever its place; a running one keeps its own. */
export function decideStart(
  room: Room,
  { sessionId, by, angle = null, boundaries }: CommandOf<"startSession">,
): RulingOn<"startSession"> {
  const current = inTheWay(room, sessionId);
  if (current) {
    const message = `Session ${current.id}, “${current.title}”, ${current.state === "paused" ? "is paused and keeps its place" : "runs"}; park or stop it first.`;
    const allowed = movesOf(findSession(room.sessions, sessionId), "start");
    return refused("session_state", message, { sessionId, running: current.id }, allowed);
  }
  const bounded = boundedBy(boundaries);
  if (!bounded.ok) return bounded;
  return accept(
    [
      {
        type: "session.started",
        data: { sessionId, ...(angle === null ? {} : { angle }), ...bounded.value },
        actor: actorOf(by),
      },
    ],
    { sessionId },
  );
}
