import { expect, it } from "vitest";
import { FAILURES } from "../../testing/failures.fixture.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { PipelineDriver } from "../../testing/pipeline-driver.fixture.ts";

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

it.each(["tester", "reviewer"])(
  "no session completes where the %s says in any words that it failed",
  (role) => {
    for (const verdict of [undefined, "passed"])
      for (const summary of FAILURES) {
        const room = built();
        report(room, role, { summary, ...(verdict ? { verdict } : {}) });
        room.endNext(role === "tester" ? "reviewer" : "tester");
        expect(room.view.sessions.ended, summary).toEqual([]);
        expect(room.decision("gate_failed").reason, summary).toMatch(/00\d /);
        expect(faultsOf(room.log)).toEqual([]);
      }
  },
);

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
    event.type === "message.sent" &&
    event.data.mailTo.includes(room.agents.coordinator?.id as never)
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
