import type { SessionId } from "../../kernel/ids.ts";
import type { RoomView } from "../../kernel/view.ts";
import type { Session, SessionOf } from "./session.ts";

/** The session, which has to be live. */
export function theSession({ sessions, roomId }: RoomView, id: SessionId): Session {
  const session = sessions.live.find((other) => other.id === id);
  if (!session) throw new Error(`session ${id} is not live in room ${roomId}`);
  return session;
}

/** @throws where it takes the other flow: no ruling leads there */
export function requireFlow<F extends Session["flow"]>(session: Session, flow: F): SessionOf<F> {
  if (session.flow !== flow) throw new Error(`session ${session.id} is no ${flow}`);
  return session as SessionOf<F>;
}

/** Changes `next`, a copy that the caller owns at its first level only. */
export function setSession(next: RoomView, id: SessionId, update: (session: Session) => Session): void {
  const session = theSession(next, id);
  const { live } = next.sessions;
  next.sessions = { ...next.sessions, live: live.with(live.indexOf(session), update(session)) };
}

export function setInFlow<F extends Session["flow"]>(
  next: RoomView,
  id: SessionId,
  flow: F,
  update: (session: SessionOf<F>) => SessionOf<F>,
): void {
  setSession(next, id, (session) => update(requireFlow(session, flow)));
}
