import { findSession } from "../../flow/sessions.ts";
import { isRescout } from "../../flow/work.ts";
import { type EventOf, type EventsOf, type FactsOf, fact, NOTHING, type RoomEvent } from "../../kernel/event.ts";
import type { TaskId } from "../../kernel/ids.ts";
import type { RoomView } from "../../kernel/view.ts";
import {
  angleKey,
  CHANGE_FILES_KEPT,
  CHANGES_KEPT,
  SCOUTS_KEPT,
  type ScoutChange,
  type StoredScout,
} from "../../scout/scout.ts";
import { reportIn } from "../../task/in-event.ts";
import { liveTask } from "../../task/order.ts";
import { outputPath } from "../../task/outputs.ts";
import type { TaskResult } from "../../task/result.ts";

export const SCOUT_FACTS: FactsOf<EventsOf<"scout">> = {
  "scout.saved": fact(NOTHING, (next, event) =>
    store(next, { ...event.data.scout, ...placeOf(event), sessionId: null, taskId: null }),
  ),
};

/** Keeps what a session's scouts found, and what has changed the project since. Changes `next`. */
export function followScouts(before: RoomView, next: RoomView, event: RoomEvent): void {
  if (event.type === "session.proposed") return fromSession(before, next, event);
  if (event.type === "task.passed") {
    const { taskId } = event.data;
    const result = liveTask(before, taskId)?.review?.submitted?.result;
    return changed(next, before, event, taskId, result);
  }
  const done = event.type === "task.submitted" ? null : reportIn(event);
  if (done) changed(next, before, event, done.taskId, done.result);
}

function placeOf({ at, seq }: RoomEvent): { at: number; seq: number } {
  return { at, seq };
}

function fromSession(before: RoomView, next: RoomView, event: EventOf<"session.proposed">): void {
  const { sessionId, step, proposal } = event.data;
  // A served one is in the store, and as old as it was.
  if (step !== "scout" || proposal.servedFrom) return;
  const value = proposal.value as StoredScout["value"];
  const { repairs, by, taskId } = proposal;
  const session = findSession(before.sessions, sessionId);
  const isAgain = session !== undefined && isRescout(session, taskId);
  if (session && isAgain) {
    const title = `Batch ${(session.rescout?.after ?? 0) + 1} of session ${sessionId}`;
    const nothing = { taskId: null, files: [], fileCount: 0 };
    remember(next, { ...placeOf(event), kind: "rescout", sessionId, title, ...nothing });
  }
  const id = next.scouts.number + 1;
  // Somebody told from where to look may name it differently; the next one is asked for in the same words.
  const key = angleKey((isAgain ? null : session?.angle) ?? value.angle);
  store(next, { id, key, value, repairs, by, ...placeOf(event), sessionId, taskId });
}

function store(next: RoomView, scout: StoredScout): void {
  const others = next.scouts.stored.filter(({ key }) => key !== scout.key);
  next.scouts = {
    ...next.scouts,
    number: scout.id,
    stored: [scout, ...others].slice(0, SCOUTS_KEPT),
  };
}

/** A completed task that says it changed files; for a plan's task the plan said which. */
function changed(
  next: RoomView,
  before: RoomView,
  event: RoomEvent,
  taskId: TaskId,
  result: TaskResult | undefined,
): void {
  const task = liveTask(before, taskId);
  if (!task || task.reviewOf) return;
  const said = [...(result?.artifacts ?? []).map(({ path }) => path), ...(result?.changes?.files ?? [])];
  const files = [...new Set(said.length > 0 ? said : (task.review && task.outputs.map(outputPath)) || [])];
  if (files.length === 0) return;
  remember(next, {
    ...placeOf(event),
    kind: "task",
    taskId,
    sessionId: task.sessionId,
    title: task.title,
    files: files.slice(0, CHANGE_FILES_KEPT),
    fileCount: Math.max(files.length, result?.changes?.fileCount ?? 0),
  });
}

function remember(next: RoomView, change: ScoutChange): void {
  next.scouts = {
    ...next.scouts,
    changes: [change, ...next.scouts.changes].slice(0, CHANGES_KEPT),
  };
}
