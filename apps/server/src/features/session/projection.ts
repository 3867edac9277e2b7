import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomView } from "@squadroom/core/kernel/view";
import { batchRecord, closedSession } from "@squadroom/core/session/batch/record";
import type { Session } from "@squadroom/core/session/record/session";
import type { ProjectedRow } from "../../db/projected.ts";
import type { Projection } from "../../platform/room/projection.ts";
import { entryOf } from "./conversation.ts";

type Head = Extract<ProjectedRow, { table: "sessions" }>["row"];
type KeptRecord = Extract<ProjectedRow, { table: "sessionRecords" }>["row"];

/** No batch. */
export const NO_BATCH = -1;

/** Heads of sessions that changed, every version of what was presented, and the conversation. */
export const sessionProjection: Projection = (event, before, after) => {
  const entry = entryOf(event, before);
  const rows: ProjectedRow[] = entry ? [{ table: "sessionEntries", row: entry }] : [];
  if (before.sessions === after.sessions) return rows;
  for (const row of heads(before, after)) rows.push({ table: "sessions", row });
  if (event.type === "session.created")
    for (const { id, description } of event.data.sessions) rows.push(text(event, id, description));
  if (event.type === "session.edited" || event.type === "session.scope_reopened")
    rows.push(text(event, event.data.sessionId, event.data.description));
  if (event.type === "session.proposed") {
    const { sessionId, step, proposal } = event.data;
    const { version, value, repairs, by, taskId } = proposal;
    const batch = batchOf(before, sessionId, step);
    const row = { roomId: event.roomId as string, sessionId, step, batch, version };
    rows.push({
      table: "sessionProposals",
      row: { ...row, value, repairs, by, taskId, at: event.at },
    });
  }
  const record = recordOf(event, before);
  if (record) rows.push({ table: "sessionRecords", row: record });
  return rows;
};

/** What the room's state forgets with this event. */
function recordOf(event: RoomEvent, { sessions }: RoomView): KeptRecord | null {
  if (event.type !== "session.batch_ended" && event.type !== "session.ended") return null;
  const { sessionId } = event.data;
  const session = sessions.live.find(({ id }) => id === sessionId);
  if (!session) return null;
  const row = { roomId: event.roomId as string, sessionId };
  return event.type === "session.ended"
    ? { ...row, batch: NO_BATCH, record: closedSession(session, event.data.end) }
    : { ...row, batch: event.data.batch, record: batchRecord(session) };
}

/** Plans and reviews are a batch's own. */
export function batchOf(view: RoomView, sessionId: number, step: string): number {
  if (step !== "plan" && step !== "review") return NO_BATCH;
  return view.sessions.live.find(({ id }) => id === sessionId)?.batch ?? NO_BATCH;
}

function text(event: RoomEvent, sessionId: number, description: string): ProjectedRow {
  return { table: "sessionTexts", row: { roomId: event.roomId, sessionId, description } };
}

/** A head is written if it differs: answers and approvals change none. */
function heads(before: RoomView, after: RoomView): Head[] {
  const was = new Map(before.sessions.live.map((session) => [session.id, session]));
  const rows: Head[] = [];
  for (const session of after.sessions.live) {
    const old = was.get(session.id);
    was.delete(session.id);
    if (old === session) continue;
    const row = headOf(after, session);
    if (!old || JSON.stringify(headOf(before, old)) !== JSON.stringify(row)) rows.push(row);
  }
  const [latest] = after.sessions.ended;
  for (const session of was.values()) {
    if (latest?.id !== session.id) throw new Error(`session ${session.id} ended without an end`);
    const end = { state: latest.end, endedAt: latest.at, endReason: latest.reason };
    rows.push({ ...headOf(after, session), ...end, isParked: false });
  }
  return rows;
}

function headOf(view: RoomView, session: Session): Head {
  const { id, title, state, step, isParked, complexity, batch, batches } = session;
  const { createdAt, startedAt, createdBy, splitOf, itemId, position } = session;
  return {
    roomId: view.roomId,
    id,
    title,
    state,
    step,
    isParked,
    level: complexity?.level ?? null,
    batchAt: batch === null ? 0 : batch + 1,
    batchOf: batch === null ? 0 : (batches ?? []).length,
    createdAt,
    startedAt,
    endedAt: null,
    endReason: null,
    createdBy,
    splitOf,
    itemId,
    position,
    usage: session.usage,
    budget: session.budget,
  };
}
