import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_LEASE_S } from "../agent/agent.ts";
import { ANSWERED_KEPT, type DecisionId, MOOT_KEPT, subjectKey } from "../decision/decision.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import type { RoomView } from "../kernel/view.ts";
import { cardOf } from "../room/card.ts";
import { decide } from "../room/decide.ts";
import { liveTask } from "../task/order.ts";
import type { Driver } from "../testing/driver.fixture.ts";
import { type Done, histories, lookAt, play } from "../testing/history.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { reconcileDecisions } from "./reconcile.ts";

const roomOf = (driver: Driver): Room => driver.room;

/** Every history, with this checked after each of its steps. */
function always(check: (done: Done, before: RoomView) => void, runs = shareOf(50)): void {
  fc.assert(
    fc.property(histories(80), (history) => {
      let before: RoomView | null = null;
      lookAt(history, (done) => {
        if (before) check(done, before);
        before = done.driver.view;
      });
    }),
    { numRuns: runs },
  );
}

describe("in every history", () => {
  it("at most one decision is pending per subject and kind", () => {
    always(({ driver }) => {
      const keys = Object.values(driver.view.decisions).map(subjectKey);
      expect(new Set(keys).size).toBe(keys.length);
    });
  });

  it("every failed task asks, and every parked one asks or waits as a person said", () => {
    always(({ driver }) => {
      const { tasks, decisions } = driver.view;
      const pending = Object.values(decisions).map(subjectKey);
      const answers: string[] = driver.log.flatMap((event) =>
        event.type === "task.told_to_wait" && event.data.wait
          ? event.data.role
          : event.type === "handoff.delivered" && event.data.queuedAnyway
            ? event.data.to
            : [],
      );
      for (const task of tasks) {
        // A branch that failed asks nobody: its fan-out goes on without it.
        const asks = task.state === "failed" && task.branchOf === undefined;
        if (asks) expect(pending).toContain(`task_failed ${task.id}`);
        if (task.parkedAt === null) expect(task.toldToWait).toBe(false);
        else if (task.toldToWait) expect(answers).toContain(task.role);
        else expect(pending).toContain(`role_unavailable ${task.role}`);
      }
    });
  });

  it("what is pending is what the room asks now, word for word: nothing is moot, stale or missing", () => {
    always(({ driver }) => {
      expect(reconcileDecisions(roomOf(driver))).toEqual({ open: [], revise: [], withdraw: [] });
    });
  });

  it("each decision is opened once, ends at most once, and what ended is never answered", () => {
    fc.assert(
      fc.property(histories(120), (history) => {
        const { log, view } = play(history);
        const state = new Map<DecisionId, string>();
        for (const event of log) {
          if (event.type === "decision.opened") {
            const { id, version } = event.data.decision;
            expect([state.has(id), version]).toEqual([false, 1]);
            state.set(id, "pending");
          } else if (event.type === "decision.superseded") {
            expect(state.get(event.data.decisionId)).toBe("decision.answered");
            state.set(event.data.decisionId, event.type);
          } else if (event.type.startsWith("decision.")) {
            const { decisionId } = event.data as { decisionId: DecisionId };
            expect(state.get(decisionId)).toBe("pending");
            if (event.type !== "decision.revised") state.set(decisionId, event.type);
          }
        }
        const pending = [...state].filter(([, now]) => now === "pending").map(([id]) => id);
        expect(Object.keys(view.decisions).sort()).toEqual(pending.sort());
        expect(view.answered.length).toBeLessThanOrEqual(ANSWERED_KEPT);
        expect(view.moot.length).toBeLessThanOrEqual(MOOT_KEPT);
      }),
      { numRuns: shareOf(40) },
    );
  });

  it("a version rises exactly when the question or its answers change", () => {
    always(({ driver }, before) => {
      for (const decision of Object.values(driver.view.decisions)) {
        const was = before.decisions[decision.id];
        if (!was) continue;
        const isSame =
          JSON.stringify([was.question, was.options]) === JSON.stringify([decision.question, decision.options]);
        expect(decision.version > was.version).toBe(!isSame);
      }
    });
  });

  it("an undo at once restores the tasks as they were, but for since when they are parked", () => {
    let undone = 0;
    always(({ driver, command, ruling }, before) => {
      if (command.type !== "answerDecision" || !ruling.ok) return;
      if (!(ruling.reply as { canUndo: boolean }).canUndo) return;
      // Time gave a message to who acts as the entry point, in the same commit: no answer's doing.
      if (ruling.events.some(fallsBack)) return;
      const { decisionId } = command;
      const undo = decide(driver.view, { type: "undoDecision", by: command.by, decisionId }, driver.context());
      if (!undo.ok) throw new Error(undo.refusal.message);
      const after = undo.steps.at(-1)?.after ?? driver.view;
      expect(tasksOf(after)).toEqual(tasksOf(before));
      for (const { id, parkedAt } of before.tasks)
        if (parkedAt !== null) expect(liveTask(after, id)?.parkedAt).not.toBeNull();
      const again = Object.values(after.decisions).find((one) => one.supersedes === decisionId);
      const asked = before.decisions[decisionId];
      expect(again && { ...again, id: 0, version: 0, openedAt: 0, supersedes: 0 }).toEqual(
        asked && { ...asked, id: 0, version: 0, openedAt: 0, supersedes: 0 },
      );
      expect((undo.reply as { pendingInstead: string }).pendingInstead).toBe(again?.id);
      undone += 1;
    }, 300);
    expect(undone).toBeGreaterThan(0);
  });

  it("what can be undone is what the undo does, and nothing else is touched by it", () => {
    always(({ driver, command, ruling }, before) => {
      if (command.type !== "undoDecision") return;
      const answered = before.answered.find((decision) => decision.id === command.decisionId);
      expect(ruling.ok).toBe(answered !== undefined && answered.answer.undo !== null);
      if (!ruling.ok || ruling.events.some(fallsBack)) return;
      const undo = answered?.answer.undo;
      for (const task of driver.view.tasks) {
        const { id } = task;
        if (task === liveTask(before, id)) continue;
        if (undo?.kind === "retry") expect([id, task.state]).toEqual([undo.taskId, "failed"]);
        if (undo?.kind === "reroute") expect(undo.tasks.map((one) => one.taskId)).toContain(id);
        if (undo?.kind === "wait") expect(task).toMatchObject({ role: undo.role, toldToWait: false });
      }
    }, shareOf(100));
  });

  it("an agent whose question is open is never shown working, and its task never times out", () => {
    always(({ driver }, before) => {
      const observed = { seenAt: driver.seenAt, waiting: [] };
      const { members } = cardOf(driver.view, observed, driver.now, DEFAULT_LEASE_S);
      for (const { kind, askedBy, subject } of Object.values(driver.view.decisions)) {
        if (kind !== "intervention" || subject.kind !== "task") continue;
        if (liveTask(driver.view, subject.taskId)?.lease?.agentId !== askedBy?.agentId) continue;
        const asker = members.find((member) => member.agentId === askedBy?.agentId);
        expect(asker?.presence?.work).toBe("waiting_on_human");
      }
      const asking = Object.values(before.decisions).map(subjectKey);
      for (const event of driver.log.slice(before.seq)) {
        if (event.type !== "task.attempt_ended" || event.data.how !== "timed_out") continue;
        expect(asking).not.toContain(`intervention ${event.data.taskId}`);
      }
    });
  });
});

function tasksOf(view: RoomView): unknown {
  return view.tasks.map(({ parkedAt: _, ...task }) => task);
}

function fallsBack(fact: ActedFact): boolean {
  return fact.type === "task.reassigned" && fact.data.fallback !== undefined;
}
