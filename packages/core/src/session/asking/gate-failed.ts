import { REASON_MAX } from "../../decision/decision.ts";
import { type AskedDecision, anOption, defineQuestion, done } from "../../decision/question.ts";
import type { Room } from "../../kernel/room.ts";
import { listedUpTo } from "../../kernel/words.ts";
import { flowOf } from "../flow/flows.ts";
import { gateOf, overridden } from "../gate/decide.ts";
import { sessionsHeldUp } from "../record/ask-words.ts";
import { isMissing } from "../record/evidence.ts";
import type { Gate } from "../record/gate.ts";
import type { Session } from "../record/session.ts";
import { rulesOf } from "../rules/rules.ts";
import { inSession, stop } from "./answers.ts";

declare module "../../kernel/question.ts" {
  interface Questions {
    gate_failed: Asks<"session", "redo" | "override_gate" | "stop">;
  }
}

/** What a session asks that can't continue because a gate is not passed. */
export const gateFailed = defineQuestion({
  kind: "gate_failed",
  inSession: { gate: (room, session) => askAboutGate(room, session, gateOf(session)) },
  answers: {
    redo: inSession((at) => rulesOf(at.session).redo(at, gateOf(at.session), at.note)),
    override_gate: inSession(({ session, note, actor }) => done([overridden(session, gateOf(session), note, actor)])),
    stop,
  },
});

function askAboutGate(room: Room, session: Session, gate: Gate): AskedDecision<"gate_failed"> {
  const { id, title, batches } = session;
  const { phase, batch, evidence } = gate;
  const missing = evidence.filter(isMissing);
  const again = flowOf(session)
    .redone(session, gate)
    .map((step) => session.execution?.tasks[step] ?? step);
  const of = batch === null || !batches ? "" : `Batch ${batch + 1} of ${batches.length} of `;
  return {
    kind: "gate_failed",
    subject: { kind: "session", sessionId: id, title, step: "review", part: partOf(gate) },
    question: `${of}“${title}” didn't pass the ${phase} gate. What next?`,
    reason: missing
      .map(({ text }) => text)
      .join("\n")
      .slice(0, REASON_MAX)
      .toWellFormed(),
    options: [
      anOption(
        "redo",
        "Back to the work",
        again.length > 0
          ? `${listedUpTo(3, again)} ${again.length === 1 ? "is" : "are"} redone, told what fails and your note; then all behind ${again.length === 1 ? "it" : "them"}.`
          : phase === "implementation"
            ? "What didn't pass is redone; then everything is reviewed."
            : "What is missing becomes a task; then everything is reviewed again.",
        "redo",
      ),
      anOption(
        "override",
        "Override the gate",
        again.length > 0
          ? "It ends although this fails. Your name and your reason are kept."
          : "It continues without what is missing. Your name and your reason are kept.",
        "override_gate",
        { needsNote: true },
      ),
      anOption("stop", "Stop here", "What is done stays; the rest is dropped.", "stop"),
    ],
    urgency: "high",
    holdsUp: sessionsHeldUp(room, session),
    askedBy: null,
  };
}

function partOf({ phase, batch }: Pick<Gate, "phase" | "batch">): string {
  return batch === null ? `gate-${phase}` : `gate-${phase}-${batch + 1}`;
}
