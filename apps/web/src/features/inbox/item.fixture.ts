import type { InboxItem } from "@squadroom/core/inbox/contract";
import type { DecisionItem } from "./bulk.ts";

const ROOM = { id: "room-1", name: "checkout" };
const OPTION = { consequence: "", needsNote: false, canUndo: true };

/** A decision about a failed task, as the inbox lists it. */
export function anItem(id: string, decision: Partial<DecisionItem["decision"]> = {}): DecisionItem {
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
      subject: { kind: "task", taskId: `TASK-${id}` },
      state: "pending",
      version: 1,
      question: `What about ${id}?`,
      reason: "",
      options: [
        { id: "retry", label: "Try again", ...OPTION },
        { id: "cancel", label: "Cancel it", ...OPTION, canUndo: false },
      ],
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
  } satisfies InboxItem;
}
