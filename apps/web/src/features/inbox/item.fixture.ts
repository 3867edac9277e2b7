import type { DecisionOption } from "@squadroom/core/decision/decision";
import { presented } from "@squadroom/core/decision/look";
import { anOption } from "@squadroom/core/decision/question";
import type { DecisionItem } from "./bulk.ts";

const ROOM = { id: "room-1", name: "checkout" };
const OPTIONS = [
  anOption("retry", "Try again", "", { kind: "retry" }, { canUndo: true }),
  anOption("cancel", "Cancel it", "", { kind: "cancel" }),
];

/** A decision about a failed task, as the inbox lists it. */
export function anItem(
  id: string,
  {
    options = OPTIONS,
    subject = { kind: "task", taskId: `TASK-${id}` },
    ...decision
  }: Partial<Omit<DecisionItem["decision"], "options">> & { options?: DecisionOption[] } = {},
): DecisionItem {
  return {
    kind: "decision",
    room: ROOM,
    sinceAt: Date.UTC(2026, 10, 21, 12),
    urgency: "medium",
    holdsUp: 1,
    heldBy: null,
    snoozed: null,
    usage: null,
    decision: {
      id,
      kind: "task_failed",
      subject,
      state: "pending",
      version: 1,
      question: `What about ${id}?`,
      reason: "",
      options: presented({ kind: decision.kind ?? "task_failed", subject, options }),
      urgency: "medium",
      holdsUp: 1,
      openedAt: Date.UTC(2026, 10, 21, 12),
      askedBy: null,
      supersedes: null,
      answer: null,
      canUndo: false,
      ended: null,
      ...decision,
    },
  };
}
