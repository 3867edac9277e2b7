import { isShared } from "../../flow/steps.ts";
import { actorOf } from "../../kernel/actor.ts";
import type { CommandOf, RulingOn } from "../../kernel/command.ts";
import type { Room } from "../../kernel/room.ts";
import { type ActedFact, accept, refused } from "../../kernel/ruling.ts";
import { isMissing } from "../record/evidence.ts";
import type { Gate } from "../record/gate.ts";
import type { Session } from "../record/session.ts";
import { gatesOf, heldBy } from "./gates.ts";

type Actor = ActedFact["actor"];

/** The gate that a person is asked about. */
export function gateOf(session: Session): Gate {
  const gate = heldBy(session);
  if (!gate) throw new Error(`no gate holds session ${session.id} up`);
  return gate;
}

/** A person lets what is missing at a gate stand, with the reason; only what is missing now. */
export function decideOverrideGate(session: Session, command: CommandOf<"overrideGate">): RulingOn<"overrideGate"> {
  const { sessionId, phase, by } = command;
  const reason = command.reason.trim();
  const batch = command.batch ?? session.batch;
  const gate = gatesOf(session).find((one) => one.phase === phase && one.batch === (isShared(phase) ? null : batch));
  if (!gate) {
    const message = `Session ${sessionId} has no batch ${(batch ?? 0) + 1}.`;
    return refused("bad_request", message, { sessionId, batch });
  }
  if (gate.state !== "failed") {
    const message = `The ${phase} gate of session ${sessionId} is ${gate.state.replace("_", " ")}; only a failed gate can be overridden.`;
    return refused("gate_state", message, {
      sessionId,
      phase,
      batch: gate.batch,
      state: gate.state,
    });
  }
  if (reason === "") {
    const message = "An override needs a reason.";
    return refused("note_required", message, { sessionId, phase });
  }
  const actor = actorOf(by);
  const events: ActedFact[] = [];
  const isReview = gate.evidence.some(({ check, outcome }) => check === "review" && outcome === "failed");
  if (isReview) events.push({ type: "session.review_overridden", data: { sessionId, reason }, actor });
  events.push(overridden(session, gate, reason, actor));
  return accept(events, { sessionId, phase, batch: gate.batch });
}

export function decideGatePreset(room: Room, command: CommandOf<"setGatePreset">): RulingOn<"setGatePreset"> {
  const { preset, by } = command;
  if (room.sessions.gatePreset === preset) return accept([], { preset });
  return accept([{ type: "room.gate_preset_set", data: { preset }, actor: actorOf(by) }], {
    preset,
  });
}

export function overridden(
  session: Session,
  { phase, batch, evidence }: Gate,
  reason: string,
  actor: Actor,
): ActedFact {
  const checks = evidence.filter(isMissing).map(({ check }) => check);
  return {
    type: "session.gate_overridden",
    data: { sessionId: session.id, phase, batch, reason, checks },
    actor,
  };
}
