import type { ScopeBefore, Undo } from "../decision/decision.ts";
import { findSession } from "../flow/sessions.ts";
import { SERVER } from "../kernel/actor.ts";
import type { Fact } from "../kernel/event.ts";
import type { Room } from "../kernel/room.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { SessionUndo } from "./record/acted.ts";
import type { BrainstormSession } from "./record/session.ts";
import { requireFlow } from "./record/set.ts";
import { cancelWork } from "./steps/ask-agent.ts";
import { goTo } from "./steps/effect.ts";

/** What takes the answer back, as long as nothing has acted on it. */
export function reverseInSession(room: Room, undo: SessionUndo): Fact[] {
  const found = findSession(room.sessions, undo.sessionId);
  if (!found) throw new Error(`an undo in session ${undo.sessionId}, which is not live`);
  const session = requireFlow(found, "brainstorm");
  switch (undo.kind) {
    case "session":
      return [...goTo(session, undo.from, "undone", SERVER), ...(undo.scope ? scopeBack(session, undo.scope) : [])];
    case "section": {
      const { sessionId, sectionId, was: approval } = undo;
      const data = { sessionId, sectionId, approval };
      const back = session.step === "design" ? [] : goTo(session, "design", "undone", SERVER);
      return [...back, { type: "session.section_reopened", data }];
    }
    case "scope":
      return reopenScope(session, undo);
    default:
      return unreachable(undo);
  }
}

/** The level stands: only this part of the triage is asked again. */
function reopenScope(session: BrainstormSession, undo: Extract<Undo, { kind: "scope" }>): Fact[] {
  const { sessionId, part, batch, splits, describedTo } = undo;
  const back: Fact[] =
    session.step === "triage"
      ? []
      : [
          ...cancelWork(session, `The scope of “${session.title}” is asked again.`, SERVER),
          {
            type: "session.step_entered",
            data: { sessionId, step: "triage", why: "undone", stale: [], keepsLevel: true },
          },
        ];
  const before = { batch, describedTo, batches: null, decidedSplits: [] };
  return [...back, ...scopeBack(session, { ...before, parts: [part], splits })];
}

/** What was split off ends, and the scope is as it was before the answer. */
function scopeBack(session: BrainstormSession, before: ScopeBefore): Fact[] {
  const { parts, batch, batches, decidedSplits, splits, describedTo } = before;
  const { id: sessionId } = session;
  const description = session.description.slice(0, describedTo);
  const reason = `The split of session ${sessionId} was taken back.`;
  return [
    ...splits.map((id): Fact => {
      return { type: "session.ended", data: { sessionId: id, end: "stopped", reason } };
    }),
    ...parts.map((part): Fact => {
      const data = {
        sessionId,
        part,
        batch,
        description,
        ...(part === "batches" && batches ? { batches } : {}),
        ...(part === "splits" && decidedSplits.length > 0 ? { decidedSplits } : {}),
      };
      return { type: "session.scope_reopened", data };
    }),
  ];
}
