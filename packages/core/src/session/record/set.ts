import type { SessionId } from "../../kernel/ids.ts";
import type { RoomView } from "../../kernel/view.ts";
import type { Session } from "./session.ts";

/** One that has to be live. */
export function theSession({ sessions, roomId }: RoomView, id: SessionId): Session {
  const session = sessions.live.find((other) => other.id === id);
  if (!session) throw new Error(`session ${id} is not live in room ${roomId}`);
  return session;
}

/** Moves `next`, a copy that the caller owns at its first level only. */
export function setSession(next: RoomView, id: SessionId, update: (session: Session) => Session): void {
  const session = theSession(next, id);
  const { live } = next.sessions;
  next.sessions = { ...next.sessions, live: live.with(live.indexOf(session), update(session)) };
}
