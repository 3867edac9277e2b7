import { describe, expect, it } from "vitest";
import type { RoleName } from "../kernel/ids.ts";
import { Discussions } from "../testing/discussion.fixture.ts";
import { reportedIn } from "../testing/earlier.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { sizeOf } from "./context/budget.ts";
import { SHARED_BYTES, sharedFacts, sharedParts } from "./shared.ts";
import { wisdomPart } from "./wisdom.ts";

const PLAN = ["a", "b", "c"].map((id) => ({
  id,
  title: `Part ${id}`,
  instruction: `Make part ${id}.`,
  role: "builder",
}));

/** Of three tasks beside each other the first is done, the second blocked, and another builder has the third. */
function third(keyDecisions: string[]) {
  const room = new SessionDriver();
  room.toDesign();
  for (let i = 0; i < 3; i++) room.choose("design_section", "approve");
  room.present("plan", { tasks: PLAN });
  room.choose("plan", "approve");
  const other = room.join("Kim", "builder");
  const first = room.claim(room.builder);
  const second = room.claim(other);
  const done = { by: room.builder, taskId: first.id, fence: first.lease.fence };
  const result = { summary: "done", keyDecisions };
  room.run({ type: "complete", ...done, result, next: false });
  room.judge();
  room.run({ type: "takeLock", by: other, patterns: ["src/b/**"], wait: false });
  const blockers = [{ description: "No key for the store." }];
  const { fence } = second.lease;
  room.run({
    type: "progress",
    by: other,
    taskId: second.id,
    fence,
    progress: { blockers },
  });
  const task = room.claim(room.builder);
  return { room, task, first, second };
}

describe("what a delivery says of the session beside its task", () => {
  it("tells what others decided, what keeps them, and who is at what", () => {
    const { room, task, first, second } = third(["Cents are whole numbers."]);
    const text = room.delivered(task, room.builder);
    expect(text).toContain("What others decided in session 1");
    expect(text.split("Cents are whole numbers.")).toHaveLength(2);
    expect(text).toContain(`${second.id} is blocked since`);
    expect(text).toContain(`Kim has locked \`src/b/**\` for ${second.id}.`);
    expect(text).toContain(`Done: ${first.id}.`);
    const { shared } = room.facts(task, room.builder);
    expect(shared?.decisions).toMatchObject([{ text: "Cents are whole numbers.", by: "Bo" }]);
    expect(shared?.blockers).toMatchObject([{ taskId: second.id }]);
    expect(shared?.completed).toMatchObject([{ taskId: first.id, by: "Bo" }]);
  });

  it("with what the team knows takes 600 words at most, and says where the rest is", () => {
    const { room, task } = third([]);
    const reported = reportedIn(room.log, 1);
    const decided = Array.from({ length: 50 }, (_, i) => `Decision ${i}: ${"word ".repeat(20)}`);
    const many = [{ ...reported[0], keyDecisions: decided } as (typeof reported)[number]];
    for (let i = 0; i < 40; i++) {
      const entry = { kind: "convention" as const, text: `Rule ${i}: ${"word ".repeat(30)}` };
      room.run({ type: "addWisdom", by: room.builder, entries: [entry] });
    }
    const of = { room: room.room, task, reported: many };
    const sizes = (isWhole: boolean) =>
      [...sharedParts(of, isWhole), wisdomPart(room.room, task, "builder" as RoleName, isWhole)].map((part) =>
        sizeOf(part?.write(Infinity) ?? ""),
      );
    const sum = (all: number[]) => all.reduce((total, size) => total + size, 0);
    expect(sum(sizes(false))).toBeLessThanOrEqual(SHARED_BYTES);
    expect(sum(sizes(true))).toBeGreaterThan(SHARED_BYTES);
    const [first] = sharedParts(of, false);
    expect(first?.write(Infinity)).toMatch(/Left out: \d+ decisions\. `squadroom context --session 1` prints them\./);
  });

  it("says nothing where no plan is at work", () => {
    const room = new SessionDriver();
    room.start();
    const task = room.claim(room.planner);
    expect(sharedParts({ room: room.room, task, reported: [] }, false)).toEqual([]);
    expect(room.facts(task, room.planner).shared).toBeNull();
  });
});

it("doesn't count a step as done that is done again", () => {
  const room = new Discussions();
  room.finish(room.analyst);
  room.judge([{ rating: 1 }, { rating: 1 }]);
  room.finish(room.analyst);
  room.judge();
  const task = room.claim(room.writer);
  const reported = reportedIn(room.log, 1);
  const shared = sharedFacts({ room: room.view, task, reported, earlier: [] } as never);
  const done = shared?.completed.map(({ taskId }) => taskId);
  expect(done).toContain("RESEARCH-001-R1");
  expect(done).not.toContain("RESEARCH-001");
});
