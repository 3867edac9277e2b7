import { findSession } from "@squadroom/core/flow/sessions";
import type { PhaseGate } from "@squadroom/core/session/gate/gates";
import type { Gate, GateState } from "@squadroom/core/session/record/gate";
import type { Session } from "@squadroom/core/session/record/session";
import { type ReactNode, useState } from "react";
import { may } from "../../live/allowed.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { Button } from "../../ui/button.tsx";
import { EvidenceList } from "./gate-evidence.tsx";
import { OverrideDialog } from "./gate-override.tsx";
import { GATE_STATE, PHASE_NAMES } from "./words.ts";

const GATE_TITLE = {
  pending: "Not begun",
  in_progress: "Still closed: some evidence is to come",
  passed: "Passed",
  failed: "Not passed",
  overridden: "Overridden",
};

export const GATE_TONES: Record<GateState, string> = {
  pending: "",
  in_progress: "",
  passed: "c-ok",
  failed: "c-bad",
  overridden: "c-warn",
};

/** The state of the gate that ends a phase; a press says why. */
export function GateChip({ state, session, of }: { state: RoomState; session: Session; of: PhaseGate }): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [overrides, setOverrides] = useState<Gate | null>(null);
  const word = GATE_STATE[of.state];
  const phase = PHASE_NAMES[of.phase];
  const isLive = findSession(state.view.sessions, session.id) !== undefined;
  return (
    <>
      <button
        type="button"
        className={`gate-chip ${GATE_TONES[of.state]}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={`${phase}: ${word}, why`}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        {word}
      </button>
      {anchor && (
        <Anchored anchor={anchor} label={`${phase}: ${word}`} align="start" onClose={() => setAnchor(null)}>
          <div className="gate-panel">
            {of.gates.map((gate) => (
              <section key={gate.batch ?? "all"}>
                <h3 className={`gate-title ${GATE_TONES[gate.state]}`}>
                  {gate.batch !== null && of.gates.length > 1 && (
                    <span className="muted">{`Batch ${gate.batch + 1} of ${of.gates.length}`}: </span>
                  )}
                  {GATE_TITLE[gate.state]}
                </h3>
                {(gate.state !== "pending" || of.gates.length === 1) && <EvidenceList gate={gate} />}
                {gate.state === "failed" && isLive && may(state, "overrideGate") && (
                  <p className="gate-act">
                    <Button
                      onClick={() => {
                        setAnchor(null);
                        setOverrides(gate);
                      }}
                    >
                      Override
                    </Button>
                  </p>
                )}
              </section>
            ))}
          </div>
        </Anchored>
      )}
      {overrides && (
        <OverrideDialog room={state.view.name} session={session} gate={overrides} onClose={() => setOverrides(null)} />
      )}
    </>
  );
}
