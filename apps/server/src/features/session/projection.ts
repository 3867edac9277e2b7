import type { Decision } from "@squadroom/core/decision/decision";
import type { RoomEvent } from "@squadroom/core/log/event";
import type { RoomView } from "@squadroom/core/log/view";
import { proposalText } from "@squadroom/core/session/proposal-text";
import type { ServedFrom, Session } from "@squadroom/core/session/session";
import { nameOf } from "@squadroom/core/task/apply";
import type { ProjectedRow } from "../../db/projected.ts";
import type { Projection } from "../../platform/room/projection.ts";

type Head = Extract<ProjectedRow, { table: "sessions" }>["row"];
type Entry = Extract<ProjectedRow, { table: "sessionEntries" }>["row"];

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
  return rows;
};

/** Plans and reviews are a batch's own. */
export function batchOf(view: RoomView, sessionId: number, step: string): number {
  if (step !== "plan" && step !== "review") return NO_BATCH;
  return view.sessions.live.find(({ id }) => id === sessionId)?.batch ?? NO_BATCH;
}

function text(event: RoomEvent, sessionId: number, description: string): ProjectedRow {
  return { table: "sessionTexts", row: { roomId: event.roomId, sessionId, description } };
}

/** A head is written where it differs: answers and approvals change none. */
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
    ...{ id, title, state, step, isParked },
    level: complexity?.level ?? null,
    batchAt: batch === null ? 0 : batch + 1,
    batchOf: batch === null ? 0 : (batches ?? []).length,
    ...{
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
    },
  };
}

/** Nobody was asked: what was found is as old as this says. */
function servedText({ sessionId, at }: ServedFrom): string {
  const when = `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return sessionId === null
    ? `Served from the room's scouts, of ${when}.`
    : `Served from the scout of session ${sessionId}, of ${when}.`;
}

/** Of the design's section that the decision is about. */
function sectionTitle({ kind, subject }: Decision, before: RoomView): string | undefined {
  if (kind !== "design_section" || subject.kind !== "session") return undefined;
  const session = before.sessions.live.find(({ id }) => id === subject.sessionId);
  return session?.proposals.design?.value.sections.find(({ id }) => id === subject.part)?.title;
}

/** What the event adds to the conversation of a session. */
function entryOf(event: RoomEvent, before: RoomView): Entry | null {
  const base = { roomId: event.roomId as string, seq: event.seq, at: event.at };
  switch (event.type) {
    case "session.proposed": {
      const { sessionId, step, proposal } = event.data;
      const said = { sessionId, step, role: "agent", by: proposal.by.name, kind: "proposal" };
      const text = proposalText(step, proposal.value);
      const content = proposal.servedFrom ? `${servedText(proposal.servedFrom)}\n\n${text}` : text;
      return { ...base, ...said, content, version: proposal.version };
    }
    case "session.remarked": {
      const { sessionId, step, by, text: content } = event.data;
      const said = { sessionId, step, role: "agent", by: by.name, kind: "remark" };
      return { ...base, ...said, content, version: null };
    }
    case "session.reply_refused": {
      const { sessionId, step, message: content } = event.data;
      const said = { sessionId, step, role: "agent", by: nameOf(event), kind: "refusal" };
      return { ...base, ...said, content, version: null };
    }
    case "decision.answered": {
      const decision = before.decisions[event.data.decisionId];
      if (decision?.subject.kind !== "session") return null;
      const { sessionId, step } = decision.subject;
      const { note, label, by } = event.data.answer;
      const said = { sessionId, step, role: "person", by: by.name };
      const content = [label, sectionTitle(decision, before)].filter(Boolean).join(": ");
      return note.trim() === ""
        ? { ...base, ...said, kind: "choice", content, version: null }
        : { ...base, ...said, kind: "comment", content: note, version: null };
    }
    case "decision.superseded": {
      const { decisionId, by } = event.data;
      const undone = before.answered.find(({ id }) => id === decisionId);
      if (undone?.subject.kind !== "session") return null;
      const { sessionId, step } = undone.subject;
      const content = `Took back “${undone.answer.label}”.`;
      const said = { sessionId, step, role: "person", by: by.name, kind: "undone" };
      return { ...base, ...said, content, version: null };
    }
    default:
      return null;
  }
}
