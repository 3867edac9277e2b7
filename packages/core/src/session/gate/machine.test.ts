import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PHASES, phaseOf } from "../../flow/steps.ts";
import { gateFaults } from "../../testing/gate-check.fixture.ts";
import { type Done, lookAt, play, sessionHistories } from "../../testing/history.fixture.ts";
import { shareOf } from "../../testing/property-runs.fixture.ts";
import { isMissing, isThrough } from "../record/evidence.ts";
import type { Gate } from "../record/gate.ts";
import type { Session } from "../record/session.ts";
import { foldStates, gatesOf, heldBy, phaseGates } from "./gates.ts";

const RUNS = { numRuns: shareOf(60) };

function everySession(look: (session: Session, gates: Gate[], done: Done) => void): void {
  fc.assert(
    fc.property(sessionHistories(160), (history) => {
      lookAt(history, (done) => {
        for (const session of done.driver.view.sessions.live) look(session, gatesOf(session), done);
      });
    }),
    RUNS,
  );
}

describe("gates, in any history", () => {
  it("let no phase start before the gate in front of it passed, or was overridden by somebody with a reason", () => {
    fc.assert(
      fc.property(sessionHistories(200), (history) => {
        expect(gateFaults(play(history).log)).toEqual([]);
      }),
      { numRuns: shareOf(150) },
    );
  });

  it("stand open in front of each step that a session stands at", () => {
    everySession((session, gates) => {
      const at = PHASES.indexOf(phaseOf(session.step));
      for (const gate of gates) {
        const isInFront = PHASES.indexOf(gate.phase) < at;
        if (isInFront && (gate.batch === null || gate.batch === session.batch))
          expect(isThrough(gate.state), `${gate.phase} at ${session.step}`).toBe(true);
      }
    });
  });

  it("have the state that their evidence has, and an override with name and reason where it needs one", () => {
    everySession((_session, gates) => {
      for (const { state, evidence, overriddenBy } of gates) {
        const outcomes = evidence.map(({ outcome }) => outcome);
        if (state === "passed") expect(outcomes.every((one) => one === "met")).toBe(true);
        if (state === "overridden") {
          expect(outcomes).toContain("waived");
          expect(evidence.some(isMissing)).toBe(false);
          expect(overriddenBy?.name).not.toBe("");
          expect(overriddenBy?.reason.trim()).not.toBe("");
        } else expect(overriddenBy).toBeNull();
        if (state === "failed") expect(evidence.some(isMissing)).toBe(true);
        if (state === "pending") expect(evidence).toEqual([]);
      }
    });
  });

  it("ask a person exactly where they hold a session up", () => {
    everySession((session, _gates, { driver }) => {
      const asks = Object.values(driver.view.decisions).filter(
        ({ kind, subject }) => kind === "gate_failed" && subject.kind === "session" && subject.sessionId === session.id,
      );
      const isHeld = session.state === "running" && heldBy(session) !== null;
      if (driver.view.removedAt === null) expect(asks).toHaveLength(isHeld ? 1 : 0);
    });
  });

  it("come one for each phase, folded over the batches", () => {
    everySession((session, gates) => {
      const folded = phaseGates(session);
      expect(folded.map(({ phase }) => phase)).toEqual([...PHASES]);
      expect(folded.flatMap((one) => one.gates)).toHaveLength(gates.length);
      for (const { state, gates: own } of folded) {
        const states = own.map((gate) => gate.state);
        expect(state).toBe(foldStates(states));
        expect(isThrough(state)).toBe(states.every(isThrough));
      }
    });
  });
});
