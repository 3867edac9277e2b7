import { expect, it } from "vitest";
import type { AgentCaller } from "../../kernel/actor.ts";
import { Discussions } from "../../testing/discussion.fixture.ts";
import type { Driver } from "../../testing/driver.fixture.ts";
import { PipelineDriver } from "../../testing/pipeline-driver.fixture.ts";

/** `type, file: text` of the lines that are in nobody's mail. */
const linesIn = ({ log }: Driver) =>
  log.flatMap((event) => {
    if (event.type !== "message.sent" || event.data.mailTo.length > 0) return [];
    const { subject, about, body } = event.data.message;
    return [`${subject}${about?.file ? `, ${about.file}` : ""}: ${body}`];
  });
const HIGH = [{ rating: 1, missing: ["R-14"] }];

it("each end of a step is a line of its role's type, with its report, its round and what follows", () => {
  const room = new Discussions(["reviewer", "architect", "coordinator"]);
  room.finish(room.analyst, {
    files: ["spec/research.md"],
    summary: "research_ready: 12 requirements",
  });
  expect(linesIn(room)).toEqual([]);
  room.judge(HIGH);
  expect(linesIn(room)).toEqual([
    "research_failed, spec/research.md: [analyst] RESEARCH-001 is to be redone: 12 requirements. DISCUSS-001: HIGH, 3.4 of 5. RESEARCH-001-R1 revises it.",
  ]);
  room.finish(room.analyst, { summary: "[analyst] Mended it." });
  room.judge([{ rating: 1 }]);
  expect(linesIn(room).at(-1)).toBe(
    "research_ready: [analyst] RESEARCH-001-R1 is done: Mended it. DISCUSS-001: MEDIUM, 3.4 of 5. That was the last task of Analyst. DRAFT-001 can start.",
  );
});

it("lines wake nobody: who coordinates reads at the end what continued with a warning", () => {
  const room = new Discussions(["reviewer", "architect", "coordinator"]);
  const coordinator = room.judges[2] as AgentCaller;
  room.finish(room.analyst);
  room.judge([{ rating: 1 }]);
  expect(room.view.agents[coordinator.id]?.mail).toEqual([]);
  for (let i = 0; i < 4; i++) {
    room.finish(room.writer);
    room.judge();
  }
  room.finish(room.judges[0] as AgentCaller);
  room.judge();
  expect(linesIn(room)).toHaveLength(6);
  const mail = room.log.flatMap((event) =>
    event.type === "message.sent" && event.data.mailTo.includes(coordinator.id) ? [event.data.message.body] : [],
  );
  expect(mail).toEqual([expect.stringContaining("With a warning: RESEARCH-001 (DISCUSS-001: MEDIUM).")]);
});

it("says what failed, and who is still at work", () => {
  const room = new PipelineDriver();
  room.begin("impl-only");
  for (const role of ["planner", "executor"]) room.endNext(role);
  const by = room.agents.coordinator as AgentCaller;
  room.run({ type: "dispatch", by, sessionId: 1, taskIds: [], inOrder: false });
  const { taskId, fence } = room.run({ type: "claim", by: room.agents.tester as AgentCaller });
  const result = { summary: "tests_failed: 2 of 10 fail." };
  const done = { taskId, fence, result, next: false, reply: null };
  room.run({ type: "complete", by: room.agents.tester, ...done } as never);
  expect(linesIn(room).at(-1)).toBe(
    "tests_failed: [tester] TEST-001 doesn't pass: 2 of 10 fail. 1 other task is under way.",
  );
});
