import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BRAINSTORM } from "../flow/brainstorm.ts";
import { hasFreePlace, PIPELINES_AT_ONCE, placedSessions } from "../flow/sessions.ts";
import { type Done, lookAt, play, sessionHistories } from "../testing/history.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { followSessions } from "./follow-up.ts";
import { queuedSessions, type Session } from "./record/session.ts";
import { statusOf } from "./record/status.ts";
import { isScouting } from "./scout/rescout.ts";

const RUNS = { numRuns: shareOf(60) };

/** Looks at each session before and after each step of many histories. */
function everyStep(look: (done: Done, before: Session, after: Session | undefined) => void): void {
  fc.assert(
    fc.property(sessionHistories(160), (history) => {
      let before: readonly Session[] = [];
      lookAt(history, (done) => {
        const after = done.driver.view.sessions.live;
        for (const session of before)
          look(
            done,
            session,
            after.find(({ id }) => id === session.id),
          );
        before = after;
      });
    }),
    RUNS,
  );
}

describe("sessions, in any history", () => {
  it("make a log that a reading of its own finds sound", () => {
    fc.assert(
      fc.property(sessionHistories(160), (history) => {
        expect(faultsOf(play(history).log)).toEqual([]);
      }),
      RUNS,
    );
  });

  it("lose no answer by going back, being talked about or presented anew", () => {
    everyStep(({ command, ruling }, before, after) => {
      if (!after || !ruling.ok) return;
      const said = command.type === "answerQuestions" || command.type === "answerDecision";
      for (const [id, answer] of Object.entries(before.answers)) {
        if (said && after.answers[id] === undefined && command.type === "answerQuestions") continue;
        expect(after.answers[id], `${id} after ${command.type}`).toBeDefined();
        if (!said) expect(after.answers[id]).toEqual(answer);
      }
    });
  });

  it("keep what was presented at a step until something else is, or its batch is over", () => {
    everyStep((_done, before, after) => {
      if (!after || before.batch !== after.batch) return;
      for (const step of ["scout", "triage", "questions", "approaches", "design", "plan"] as const)
        if (before.proposals[step]) expect(after.proposals[step]).toBeDefined();
    });
  });

  it("ask no questions and no approaches where it is straightforward", () => {
    everyStep((_done, _before, after) => {
      if (after?.complexity?.level !== "straightforward") return;
      expect(["questions", "approaches"]).not.toContain(after.step);
    });
  });

  it("move from batch to batch only by a person's decision, or by the undo of it", () => {
    everyStep(({ command }, before, after) => {
      if (!after || before.batch === null || after.batch === before.batch) return;
      expect(["answerDecision", "undoDecision"]).toContain(command.type);
    });
  });

  it("carry out no plan but the one that a person approved", () => {
    everyStep(({ command }, before, after) => {
      if (!after?.execution || before.execution?.fingerprint === after.execution.fingerprint) return;
      expect(command.type).toBe("answerDecision");
    });
  });

  it("run as many at a time as their flow allows, start in the order of the queue, and stand still for nothing", () => {
    fc.assert(
      fc.property(sessionHistories(120), (history) => {
        let queue: number[] = [];
        play(history, ({ driver, command, ruling }) => {
          const { sessions } = driver.view;
          const running = placedSessions(sessions);
          const talked = running.filter(({ flow }) => flow === "brainstorm").length;
          expect(talked).toBeLessThanOrEqual(BRAINSTORM.capacity);
          expect(running.length - talked).toBeLessThanOrEqual(PIPELINES_AT_ONCE);
          const isStill = queuedSessions(sessions).length > 0 && hasFreePlace(driver.view);
          if (isStill) {
            expect(driver.view.options.askBeforeNext).toBe(true);
            const kinds = Object.values(driver.view.decisions).map(({ kind }) => kind);
            const isAsked = kinds.includes("next_session");
            expect(sessions.next).toBe(isAsked ? "asks" : "held");
          }
          const [first] = running;
          const isStart = first && queue.includes(first.id) && first.startedAt !== null;
          const isChosen = command.type === "startSession" || command.type === "answerDecision";
          if (isStart && ruling.ok && command.type !== "stopSession" && !isChosen) expect(first.id).toBe(queue[0]);
          queue = queuedSessions(sessions).map(({ id }) => id);
        });
      }),
      RUNS,
    );
  });

  it("wait for an agent or for a person while they run, never for nobody", () => {
    everyStep((done, _before, after) => {
      if (after?.state !== "running" || done.driver.view.removedAt !== null) return;
      const { view } = done.driver;
      const isWorkedOn = after.work !== null || isScouting(after) || (after.execution?.open.length ?? 0) > 0;
      expect(isWorkedOn || statusOf(view, after) === "waiting_on_human").toBe(true);
    });
  });

  it("have nothing left to do once it is done", () => {
    fc.assert(
      fc.property(sessionHistories(120), (history) => {
        const { driver } = { driver: play(history) };
        const step = { before: driver.view, after: driver.view, event: driver.log.at(-1) as never };
        expect(followSessions(driver.view, [step], driver.context())).toEqual([]);
      }),
      RUNS,
    );
  });
});
