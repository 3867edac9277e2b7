import type { Decision } from "../../decision/decision.ts";
import type { RoomView } from "../../kernel/view.ts";
import type { Batch, Session } from "./session.ts";

type Pending = Pick<RoomView, "decisions" | "tasks">;

/**
 * How long the current batch waits for people: while any decision of its session or of one of its tasks is pending; two
 * at once count once. Its checkpoint is not part of it. By the log's times.
 */
export function followWaiting(before: RoomView, next: RoomView): void {
  if (before.decisions === next.decisions && before.sessions === next.sessions) return;
  const live = next.sessions.live.map((session) => waited(next, session));
  if (live.some((session, i) => session !== next.sessions.live[i])) next.sessions = { ...next.sessions, live };
}

function waited(view: RoomView, session: Session): Session {
  const { batches, batch } = session;
  if (batches === null || batch === null) return session;
  const isWaiting = Object.values(view.decisions).some((one) => isAbout(view, session, one));
  const counted = batches.map((one, i) => counting(one, i === batch && isWaiting, view.at));
  return counted.some((one, i) => one !== batches[i]) ? { ...session, batches: counted } : session;
}

function isAbout({ tasks }: Pending, { id }: Session, { kind, subject }: Decision): boolean {
  switch (subject.kind) {
    case "session":
      return subject.sessionId === id && kind !== "batch_checkpoint";
    case "task":
      return tasks.some((task) => task.id === subject.taskId && task.sessionId === id);
    case "call":
      return tasks.some((task) => task.id === subject.taskId && task.sessionId === id);
    default:
      return false;
  }
}

function counting(batch: Batch, isWaiting: boolean, at: number): Batch {
  const { waitingSince, waitedMs } = batch;
  if (isWaiting === (waitingSince !== null)) return batch;
  if (waitingSince === null) return { ...batch, waitingSince: at };
  return { ...batch, waitingSince: null, waitedMs: waitedMs + at - waitingSince };
}
