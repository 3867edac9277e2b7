import { expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import { gatesOf } from "../session/gate/gates.ts";
import { progressOf } from "../session/gate/progress.ts";
import type { PipelineSession } from "../session/record/session.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { PipelineDriver } from "../testing/pipeline-driver.fixture.ts";
import type { ReportFacts } from "./facts.ts";
import { reportMarkdown } from "./markdown.ts";
import { reportOf } from "./report.ts";

function reportFrom(session: PipelineSession) {
  const row = {
    id: 1,
    title: "Refunds",
    status: "completed",
    endReason: "",
    level: null,
    createdAt: 1,
    startedAt: 1,
    endedAt: 90_000,
    createdBy: session.createdBy,
    budget: null,
    usage: session.usage,
  };
  const passed = Object.values(session.passed)[0];
  return reportOf({
    room: "shop",
    row,
    description: "Money back.",
    session,
    imported: null,
    batches: [{ batch: null, plan: null, execution: session.execution, review: null }],
    reviews: [],
    gates: gatesOf(session),
    work: [],
    artifacts: [],
    usage: [],
    errors: [],
    waits: [{ about: "execute", question: "Start it?", from: 10, to: 60_010, isOpen: false }],
    decided: passed
      ? [
          {
            seq: 9,
            at: passed.at,
            step: "execute",
            batch: null,
            by: passed.by,
            chosen: "Continue: Start the implementation",
            note: "",
          },
        ]
      : [],
    noted: [],
    workers: [],
  } as unknown as ReportFacts);
}

it("counts a redone step once, as the session's page does, and lists its revision behind it", () => {
  const room = new PipelineDriver();
  room.begin("full-lifecycle");
  room.work();
  const asked = () => room.decision("pipeline_checkpoint");
  const redo = asked().options.find(({ label }) => label === "Redo “Epics and stories”");
  room.run(room.answer(asked(), redo?.id ?? "", { note: "Smaller stories." }));
  room.work();
  room.run(room.answer(asked(), "resume"));
  room.work(undefined, 3);
  const { session } = room;
  const { figures, tasks, decided } = reportFrom(session);
  const { tasksTotal, tasksCompleted } = progressOf(session);
  expect(figures.steps).toEqual({ count: tasksTotal, passed: tasksCompleted });
  expect(figures.tasks).toBeGreaterThan(tasksTotal);
  const ids = tasks.map(({ taskId }) => taskId);
  expect(ids[ids.indexOf("DRAFT-004") + 1]).toBe("DRAFT-004-R1");
  const standing = new Map(tasks.map((one) => [one.taskId, one.standing]));
  expect(["DRAFT-003", "DRAFT-004", "DRAFT-004-R1"].map((id) => standing.get(id))).toEqual([
    undefined,
    "redone",
    undefined,
  ]);
  expect(reportMarkdown(reportFrom(session))).toMatch(/\| DRAFT-004 \|.*\| redone \|/);
  expect(decided[0]?.what).toBe("Continue: Start the implementation");
  expect(figures.longestWait).toMatchObject({ ms: 60_000, question: "Start it?" });
  expect(reportMarkdown(reportFrom(session))).toContain(
    `${tasksCompleted} of 10 steps done, in ${figures.tasks} tasks`,
  );
});

it("has no check of a phase without steps: nothing of it passed", () => {
  const room = new PipelineDriver();
  room.begin("impl-only");
  room.work(undefined, 2);
  const { checks } = reportFrom(room.session);
  expect(new Set(checks.map(({ phase }) => phase))).toEqual(new Set(["implementation", "quality"]));
});

it("says of a task whose checks fail that they do", () => {
  const room = new PipelineDriver();
  room.begin("impl-only");
  room.work(undefined, 2);
  room.run({ type: "dispatch", by: LEAD, sessionId: 1, taskIds: [], inOrder: false });
  const by = room.agents.tester as AgentCaller;
  const { taskId, fence } = room.run({ type: "claim", by });
  const result = { summary: "Three fail.", checks: [{ name: "tests", passed: false, value: 3 }] };
  room.run({
    type: "complete",
    by,
    taskId,
    fence,
    result,
    next: false,
    reply: null,
  } as never);
  const text = reportMarkdown(reportFrom(room.session));
  expect(text).toMatch(/\| TEST-001 \|.*\| failing checks \|/);
  expect(text).toMatch(/\| IMPL-001 \|.*\| passed \|/);
});
