import type { RoomEvent } from "../../kernel/event.ts";
import type { TaskId } from "../../kernel/ids.ts";
import { unreachable } from "../../kernel/unreachable.ts";
import type { Session, SessionWork } from "../record/session.ts";

/** The work that the session now waits for: its step's, or the scout before the next plan. */
export function awaitedWork(session: Pick<Session, "work" | "rescout" | "step">): SessionWork | null {
  if (session.work !== null) return session.work;
  return session.step === "plan" && isScouting(session) ? (session.rescout?.work ?? null) : null;
}

/** The next batch's plan waits for it. */
export function isScouting({ rescout }: Pick<Session, "rescout">): boolean {
  return rescout?.state === "open";
}

/** The scout that looked at what the previous batch changed, or at the present one at its checkpoint. */
export function latestRescout(session: Session): Session["rescout"] {
  const { rescout, batch } = session;
  if (!rescout || batch === null) return null;
  const before = session.step === "review" ? batch : batch - 1;
  return rescout.after === before ? rescout : null;
}

/** What becomes of the scout's task, as the session sees it; `undefined`: nothing. */
export function rescoutAfter(
  { rescout }: Session,
  event: RoomEvent,
  isLive: (id: TaskId) => boolean,
): Session["rescout"] | undefined {
  if (!rescout || rescout.state === "reported" || rescout.state === "cancelled") return undefined;
  const { taskId } = rescout.work;
  if (event.type === "task.retried" && event.data.taskId === taskId)
    return { ...rescout, state: "open", work: { ...rescout.work, refusals: [] } };
  if (event.type === "task.attempt_ended" && event.data.taskId === taskId && event.data.final)
    return { ...rescout, state: "failed" };
  if (event.type === "task.retry_withdrawn" && event.data.taskId === taskId) return { ...rescout, state: "failed" };
  // One that failed and was then taken away has failed.
  if (!isLive(taskId) && rescout.state === "open") return { ...rescout, state: "cancelled" };
  return undefined;
}

/** What the new scout says, or its state, for the viewer of the checkpoint. */
export function rescoutText(session: Session): string {
  const rescout = latestRescout(session);
  if (!rescout) return "";
  switch (rescout.state) {
    case "open":
      return "A scout is looking at what the batch changed. You can answer now; the next plan waits for it.";
    case "failed":
      return "The new scout failed. The next batch is planned without it, unless it is retried first.";
    case "cancelled":
      return "The new scout was cancelled. The next batch is planned without it.";
    case "reported": {
      const scout = session.proposals.scout?.value;
      const lines = scout ? [scout.angle, ...scout.top5, scout.notes ?? ""] : [];
      return `What the new scout says:\n${lines.filter((line) => line.trim() !== "").join("\n")}`;
    }
    default:
      return unreachable(rescout.state);
  }
}
