import { type Decision, isAskedMeanwhile } from "../../decision/decision.ts";
import type { SessionId } from "../../kernel/ids.ts";
import type { RoomView } from "../../kernel/view.ts";
import type { Session, SessionStatus } from "./session.ts";

/** What people see of a session that has not ended: derived, so that no two writers can disagree. */
export function statusOf(view: View, session: Session): SessionStatus {
  if (session.state !== "running") return session.state;
  const isHeldUp = askedIn(view, session.id).some((asked) => !isAskedMeanwhile(asked));
  return isHeldUp ? "waiting_on_human" : "active";
}

type View = Pick<RoomView, "decisions" | "tasks">;

/** Decisions that wait for a person because of this session: about itself, or about one of its tasks. */
export function askedIn({ decisions, tasks }: View, id: SessionId): Decision[] {
  const all = Object.values(decisions);
  if (all.length === 0) return all;
  const own = new Set(tasks.flatMap((task) => (task.sessionId === id ? task.id : [])));
  return all.filter(
    ({ subject }) =>
      (subject.kind === "session" && subject.sessionId === id) || (subject.kind === "task" && own.has(subject.taskId)),
  );
}

/** The queue's order, with the running one first and parked ones last. */
export function sortSessions(sessions: readonly Session[]): Session[] {
  const rank = ({ state, isParked }: Session) => (isParked ? 2 : state === "queued" ? 1 : 0);
  return [...sessions].sort(
    (a, b) => rank(a) - rank(b) || (a.position < b.position ? -1 : a.position > b.position ? 1 : a.id - b.id),
  );
}
