import type { Session, SessionState } from "./session.ts";

/** What may be done with a session in each state; any other command is refused with this list. */
export const SESSION_MOVES: Record<SessionState, readonly string[]> = {
  queued: ["start", "edit", "move", "budget", "stop"],
  running: ["pause", "budget", "stop"],
  paused: ["pause", "resume", "budget", "stop"],
};

/** An ended session can be read by whoever may see the room. */
export const MOVES_OF_ENDED: string[] = ["show"];

/** @param but a move that something else forbids now */
export function movesOf(session: Pick<Session, "state"> | undefined, but?: string): string[] {
  return session ? SESSION_MOVES[session.state].filter((move) => move !== but) : [];
}
