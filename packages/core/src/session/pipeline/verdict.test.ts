import fc from "fast-check";
import { expect, it } from "vitest";
import { heldIn } from "../../flow/dispatch.ts";
import { isJudging } from "../../pipeline/phase.ts";
import { FAILURES } from "../../testing/failures.fixture.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { PipelineDriver } from "../../testing/pipeline-driver.fixture.ts";
import { shareOf } from "../../testing/property-runs.fixture.ts";

/** Ends the next task of a role with this report, as often as it is asked to; the last answer. */
function report(room: PipelineDriver, role: string, result: object) {
  const by = room.agents[role];
  const { taskId, fence } = room.run({ type: "claim", by: by as never });
  const done = { taskId, fence, result, next: false, reply: null };
  const end = () => room.run({ type: "complete", by, ...done } as never) as { state?: string };
  const first = end();
  return { first, last: first.state === "reply_refused" ? end() : first };
}

/** An implementation whose steps in front of its judges are done. */
function built(): PipelineDriver {
  const room = new PipelineDriver(["planner", "executor", "tester", "reviewer"]);
  room.begin("impl-only");
  room.endNext("planner");
  room.endNext("executor");
  return room;
}

it.each(["tester", "reviewer"])("no session completes where the %s says in any words that it failed", (role) => {
  for (const verdict of [undefined, "passed"])
    for (const summary of FAILURES) {
      const room = built();
      report(room, role, { summary, ...(verdict ? { verdict } : {}) });
      room.endNext(role === "tester" ? "reviewer" : "tester");
      expect(room.view.sessions.ended, summary).toEqual([]);
      expect(room.decision("gate_failed").reason, summary).toMatch(/00\d /);
      expect(faultsOf(room.log)).toEqual([]);
    }
});

it("a judge whose report doesn't say is asked once; then a person decides, and the judge may be asked again", () => {
  const room = built();
  const { first, last } = report(room, "tester", { summary: "I looked at it." });
  expect(first).toMatchObject({ state: "reply_refused" });
  expect((first as { message?: string }).message).toContain("doesn't say whether the work passes");
  expect(last).toMatchObject({ state: "completed" });
  room.endNext("reviewer");
  const asked = room.decision("gate_failed");
  expect(asked.reason).toBe("TEST-001 doesn't say whether the work passes.");
  room.run(room.answer(asked, "redo"));
  expect(room.view.tasks.map(({ id }) => id)).toContain("TEST-001-R1");
  expect(room.view.tasks.map(({ id }) => id)).not.toContain("IMPL-001-R1");
  expect(faultsOf(room.log)).toEqual([]);
});

it.each([
  { summary: "impl_failed: does not compile, 14 errors" },
  { summary: "**impl_failed**: 14 errors" },
  { summary: "It does not compile.", verdict: "failed" },
])("a step that failed by its own report holds what needs it: %j", (result) => {
  const room = new PipelineDriver();
  room.begin("impl-only");
  room.endNext("planner");
  expect(report(room, "executor", result).last).toMatchObject({ state: "failed" });
  expect(room.task("IMPL-001").state).toBe("failed");
  expect(room.decision("task_failed").reason).toBe(result.summary);
  expect(room.endNext("tester")).toBeNull();
  const told = room.log.flatMap((event) =>
    event.type === "message.sent" && event.data.mailTo.includes(room.agents.coordinator?.id as never)
      ? [event.data.message.body]
      : [],
  );
  expect(told.join("\n")).toContain(result.summary);
  const asked = room.decision("task_failed");
  room.run(room.answer(asked, "skip", { note: "The tests show what is there." }));
  expect(room.work().sort()).toEqual(["REVIEW-001", "TEST-001"]);
  expect(room.decision("gate_failed").reason).toBe("IMPL-001 was skipped: not passed.");
  expect(faultsOf(room.log)).toEqual([]);
});

const LIFECYCLES = ["spec-only", "impl-only", "fe-only", "fullstack", "full-lifecycle", "full-lifecycle-fe"];

/** All goes as it should but for one step, whose every report says this; until nobody can go on. */
function workWith(room: PipelineDriver, failing: string, result: object): void {
  const act = () => {
    for (const role of Object.keys(room.agents)) {
      const by = room.agents[role];
      const { taskId, fence } = room.run({ type: "claim", by: by as never });
      if (typeof taskId !== "string") continue;
      const isIt = taskId.replace(/-R\d+$/, "") === failing;
      const said = isIt ? result : { summary: "as asked", verdict: "passed" };
      const done = { type: "complete", by, taskId, fence, result: said, next: false, reply: null };
      const { state } = room.run(done as never) as { state?: string };
      if (state === "reply_refused") room.run(done as never);
      return true;
    }
    const [session] = room.view.sessions.live;
    if (session && heldIn(session).length > 0) {
      const by = room.agents.coordinator as never;
      room.run({ type: "dispatch", by, sessionId: session.id, taskIds: [], inOrder: false });
      return true;
    }
    const asks = Object.values(room.view.decisions).some(({ kind }) => kind === "pipeline_checkpoint");
    if (asks) room.choose("resume");
    return asks;
  };
  for (let i = 0; act(); i++) if (i > 200) throw new Error("it never comes to rest");
}

it("no session of any pipeline completes while the last report of a judging step says that it failed", () => {
  const given = fc.record({
    name: fc.constantFrom(...LIFECYCLES),
    at: fc.nat(),
    first: fc.constantFrom(...FAILURES),
    again: fc.constantFrom(...FAILURES),
    verdict: fc.constantFrom(undefined, "passed", "failed"),
  });
  fc.assert(
    fc.property(given, ({ name, at, first, again, verdict }) => {
      const room = new PipelineDriver();
      room.begin(name);
      const judges = (room.session.pipeline?.steps ?? []).filter((step) => !step.isCheckpoint && isJudging(step));
      const step = judges[at % judges.length]?.id ?? "";
      for (const summary of [first, again]) {
        workWith(room, step, { summary, ...(verdict && { verdict }) });
        expect(room.view.sessions.ended).toEqual([]);
        const asked = room.decision("gate_failed");
        expect(asked.reason).toContain(step);
        room.run(room.answer(asked, "redo", { note: "Mend it." }));
      }
      workWith(room, "", {});
      expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
      expect(faultsOf(room.log)).toEqual([]);
    }),
    { numRuns: shareOf(100) },
  );
});
