import type { AnsweredDecision, Undo } from "../decision/decision.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { RoomView } from "../kernel/view.ts";
import { actedOnTask, whatActed } from "../session/record/acted.ts";
import { liveTask } from "../task/order.ts";
import { toldBy } from "./told.ts";

/** Ends the undo of answers that something acted on; called whenever the tasks have changed. */
export function closeUndos(next: RoomView): void {
  if (next.answered.every((decision) => decision.answer.undo === null)) return;
  let hasChanged = false;
  const sections = new Set<string>();
  const answered = next.answered.map((decision): AnsweredDecision => {
    const { undo } = decision.answer;
    if (undo === null) return decision;
    const rest = isOvertaken(undo, sections)
      ? { undo: null, acted: "The section was approved again after it." }
      : whatIsLeft(next, undo);
    if (rest.undo === undo) return decision;
    hasChanged = true;
    return {
      ...decision,
      answer: { ...decision.answer, undo: rest.undo },
      acted: rest.acted,
    };
  });
  if (hasChanged) next.answered = answered;
}

/** Only the latest approval of a section can be taken back. @param seen of later answers */
function isOvertaken(undo: Undo, seen: Set<string>): boolean {
  if (undo.kind !== "section") return false;
  const key = `${undo.sessionId} ${undo.sectionId}`;
  if (seen.has(key)) return true;
  seen.add(key);
  return false;
}

/** What an undo could still take back, or what acted on the answer: tasks that somebody took up stay there. */
function whatIsLeft(view: RoomView, undo: Undo): { undo: Undo | null; acted: string | null } {
  const kept = { undo, acted: null };
  const gone = (acted: string | null) => (acted === null ? kept : { undo: null, acted });
  switch (undo.kind) {
    case "retry":
      return gone(actedOnTask(view, undo.taskId));
    case "reroute": {
      const left = undo.tasks.filter(({ taskId }) => {
        const task = liveTask(view, taskId);
        return task?.state === "pending" && task.role === undo.to;
      });
      if (left.length === undo.tasks.length) return kept;
      if (left.length > 0) return { undo: { ...undo, tasks: left }, acted: null };
      return gone("What waited was taken up, or has ended.");
    }
    case "session":
    case "section":
    case "scope":
      return gone(whatActed(view, undo));
    case "wait":
      return toldBy(view.tasks, undo).length > 0 ? kept : gone("Nothing waits as decided any more.");
    default:
      return unreachable(undo);
  }
}
