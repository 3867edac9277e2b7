import type { Decision } from "@squadroom/core/decision/decision";
import { findPipelineSession } from "@squadroom/core/flow/sessions";
import type { SessionStep } from "@squadroom/core/flow/steps";
import { nameOf } from "@squadroom/core/kernel/actor";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomView } from "@squadroom/core/kernel/view";
import { proposalText } from "@squadroom/core/session/record/proposal-text";
import type { ServedFrom, Session } from "@squadroom/core/session/record/session";
import type { ProjectedRow } from "../../db/projected.ts";

type Entry = Extract<ProjectedRow, { table: "sessionEntries" }>["row"];

/** What the event adds to the conversation of a session. */
export function entryOf(event: RoomEvent, before: RoomView): Entry | null {
  const base = {
    roomId: event.roomId as string,
    seq: event.seq,
    at: event.at,
    version: null,
    chosen: null,
  };
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
      return { ...base, sessionId, step, role: "agent", by: by.name, kind: "remark", content };
    }
    case "session.reply_refused": {
      const { sessionId, step, message: content } = event.data;
      return {
        ...base,
        sessionId,
        step,
        role: "agent",
        by: nameOf(event),
        kind: "refusal",
        content,
      };
    }
    case "session.gate_overridden": {
      const { sessionId, phase, batch, reason } = event.data;
      if (isOfAnswer(event, before)) return null;
      const step = before.sessions.live.find(({ id }) => id === sessionId)?.step ?? "review";
      const said = { sessionId, step, role: "person", by: nameOf(event), kind: "comment" };
      const chosen = `Override the gate: ${gateName(phase, batch)}`;
      return { ...base, ...said, content: reason, chosen };
    }
    case "decision.answered": {
      const decision = before.decisions[event.data.decisionId];
      const place = decision && placeOf(decision, before);
      if (!place) return null;
      const { note, label, by } = event.data.answer;
      const kind = note.trim() === "" ? "choice" : "comment";
      const chosen = [label, partName(decision, before)].filter(Boolean).join(": ");
      return { ...base, ...place, role: "person", by: by.name, kind, content: note.trim(), chosen };
    }
    case "decision.superseded": {
      const { decisionId, by } = event.data;
      const undone = before.answered.find(({ id }) => id === decisionId);
      const place = undone && placeOf(undone, before);
      if (!place) return null;
      const content = `Took back “${undone.answer.label}”.`;
      return { ...base, ...place, role: "person", by: by.name, kind: "undone", content };
    }
    default:
      return null;
  }
}

/** The session that a decision is about, directly or through one of its tasks, and where it is. */
function placeOf(
  { subject }: Pick<Decision, "subject">,
  { tasks, sessions }: RoomView,
): { sessionId: number; step: SessionStep } | null {
  if (subject.kind === "session") return { sessionId: subject.sessionId, step: subject.step };
  if (subject.kind !== "task") return null;
  const task = tasks.find(({ id }) => id === subject.taskId);
  const session = sessions.live.find(({ id }) => id === task?.sessionId);
  return session ? { sessionId: session.id, step: session.step } : null;
}

/** What part of the session the decision is about, if its answers don't say so. */
function partName({ kind, subject }: Decision, before: RoomView): string | undefined {
  if (subject.kind === "task") return subject.taskId;
  if (subject.kind !== "session" || subject.part === null) return undefined;
  const { part, step, sessionId } = subject;
  if (kind === "design_section") return sectionTitle(before, sessionId, part);
  const isOfTask = ["review_failed", "discussion_blocked", "intervention"].includes(kind);
  if (isOfTask && step === "execute") return part;
  if (kind === "pipeline_checkpoint") return stepTitle(before, sessionId, part);
  const gate = /^gate-([a-z]+)(?:-(\d+))?$/.exec(part);
  return gate?.[1] && gateName(gate[1], gate[2] === undefined ? null : Number(gate[2]) - 1);
}

function sectionTitle({ sessions }: RoomView, id: Session["id"], part: string): string | undefined {
  const session = sessions.live.find((one) => one.id === id);
  return session?.proposals.design?.value.sections.find((section) => section.id === part)?.title;
}

function stepTitle({ sessions }: RoomView, id: Session["id"], part: string): string | undefined {
  return findPipelineSession(sessions, id)?.pipeline.steps.find((step) => step.id === part)?.title;
}

/** @param batch from 0 */
function gateName(phase: string, batch: number | null): string {
  return batch === null ? phase : `${phase}, batch ${batch + 1}`;
}

/** The override is what the answer before it, in the same commit, did: that one is there already. */
function isOfAnswer(
  { at, data }: Extract<RoomEvent, { type: "session.gate_overridden" }>,
  { answered }: RoomView,
): boolean {
  const [last] = answered;
  return (
    last?.kind === "gate_failed" &&
    last.subject.kind === "session" &&
    last.subject.sessionId === data.sessionId &&
    last.answer.at === at &&
    last.answer.note === data.reason
  );
}

/** Nobody was asked: the findings are as old as this says. */
function servedText({ sessionId, at }: ServedFrom): string {
  const when = `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return sessionId === null
    ? `Served from the room's scouts, of ${when}.`
    : `Served from the scout of session ${sessionId}, of ${when}.`;
}
