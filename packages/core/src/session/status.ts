import type { RoomView } from "../log/view.ts";
import type { Session, SessionStatus } from "./session.ts";

/** What people see of a session that has not ended: derived, so that no two writers can disagree. */
export function statusOf(view: Pick<RoomView, "decisions">, session: Session): SessionStatus {
  if (session.state !== "running") return session.state;
  const isAsking = Object.values(view.decisions).some(
    ({ subject }) => subject.kind === "session" && subject.sessionId === session.id,
  );
  return isAsking ? "waiting_on_human" : "active";
}

/** The queue's order, with the one that runs in front and parked ones last. */
export function sortSessions(sessions: readonly Session[]): Session[] {
  const rank = ({ state, isParked }: Session) => (isParked ? 2 : state === "queued" ? 1 : 0);
  return [...sessions].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.position < b.position ? -1 : a.position > b.position ? 1 : a.id - b.id),
  );
}
