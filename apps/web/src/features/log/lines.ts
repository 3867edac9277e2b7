import type { RoomEvent } from "@squadroom/core/kernel/event";
import { taskOf } from "../../live/cause.ts";
import type { RowItem } from "../../live/feed-item.ts";

/** A sentence of a row, and the facts behind it. */
export interface LineItem {
  kind: "line";
  key: string;
  /** Seq of the newest fact. */
  seq: number;
  fromSeq: number;
  at: number;
  /** The fact that it tells. */
  event: RoomEvent;
  /** Oldest first. */
  events: readonly RoomEvent[];
}

const known = new WeakMap<RowItem, readonly LineItem[]>();

/** The sentences of a row, oldest first, at least one. Each of its facts is behind one of them. */
export function linesOf(row: RowItem): readonly LineItem[] {
  const before = known.get(row);
  if (before) return before;
  const lines: LineItem[] = [];
  for (const event of row.events) addLine(lines, event);
  known.set(row, lines);
  return lines;
}

function addLine(lines: LineItem[], event: RoomEvent): void {
  const at = lines.length - 1;
  const last = lines[at];
  if (event.type === "task.started") {
    // A first sign of work goes into the claim.
    const claim = lines.findLastIndex((one) => one.event.type === "task.claimed" && isOfTask(one.event, event));
    if (lines[claim]) return addTo(lines, claim, event, false);
  }
  // What was used is said of the row as a whole.
  if (last && event.type === "usage.reported") return addTo(lines, at, event, false);
  if (last?.event.type === "usage.reported" || (last && isSaidAnew(last.event, event)))
    return addTo(lines, at, event, true);
  if (last && isSaidBy(last.event, event)) return addTo(lines, at, event, false);
  const { seq } = event;
  lines.push({ kind: "line", key: `e${seq}`, seq, fromSeq: seq, at: event.at, event, events: [event] });
}

function addTo(lines: LineItem[], at: number, event: RoomEvent, isTold: boolean): void {
  const line = lines[at];
  if (!line) return;
  const seq = Math.max(line.seq, event.seq);
  lines[at] = { ...line, seq, events: [...line.events, event], event: isTold ? event : line.event };
}

function isOfTask(one: RoomEvent, other: RoomEvent): boolean {
  const taskId = taskOf(one);
  return taskId !== null && taskId === taskOf(other);
}

/** Whether the newer fact says all that the older one did, and what has come of it since. */
function isSaidAnew(before: RoomEvent, event: RoomEvent): boolean {
  switch (event.type) {
    case "task.progressed":
    case "task.subagents_changed":
      return before.type === event.type && isOfTask(before, event);
    case "message.delivered":
      return before.type === event.type && before.data.agentId === event.data.agentId;
    // How a branch ended says why its attempt did.
    case "fanout.branch_ended":
      return before.at === event.at && before.type === "task.attempt_ended" && isOfTask(before, event);
    // A round that begins asks several agents at once.
    case "session.discussion_opened":
      return before.at === event.at && before.type === "fanout.opened";
    case "session.ended":
      return before.at === event.at && before.type === "session.ruled";
    default:
      return false;
  }
}

/** Whether the older fact already says what the newer one does. */
function isSaidBy(before: RoomEvent, event: RoomEvent): boolean {
  if (before.at !== event.at) return false;
  switch (event.type) {
    case "session.started":
      return before.type === "session.created" && before.data.sessions.length === 1;
    case "session.checkpoint_passed":
      return before.type === "decision.answered";
    case "session.advanced":
      return before.type === "session.revised";
    case "session.ruled":
      return before.type === "session.advanced" || before.type === "session.revised";
    case "task.completed":
      return before.type === "session.perspective_given" && isOfTask(before, event);
    case "fanout.branch_ended":
      return (
        event.data.outcome === "fulfilled" &&
        (before.type === "task.completed" || before.type === "session.perspective_given") &&
        isOfTask(before, event)
      );
    default:
      return false;
  }
}
