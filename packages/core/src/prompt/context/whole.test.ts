import { describe, expect, it } from "vitest";
import type { Attachment } from "../../attachment/attachment.ts";
import type { AgentCaller } from "../../kernel/actor.ts";
import { outputPath } from "../../task/outputs.ts";
import { anId, LEAD } from "../../testing/builders.fixture.ts";
import { REPLIES } from "../../testing/replies.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";
import { inRoutes } from "../doors.ts";
import { DELIVERY_BYTES, sizeOf } from "./budget.ts";

const PLAN = ["Store", "Readers", "Move"].map((title, i) => ({
  ...REPLIES.plan.tasks[0],
  id: `t${i + 1}`,
  title,
  instruction: `Make the ${title.toLowerCase()}.`,
  files: [`src/${title.toLowerCase()}.ts`],
  successCriteria: [`the ${title.toLowerCase()} is tested`],
  requires: [],
}));
const LOW = { severity: "low", file: "src/store.ts", line: 3, issue: "A name misleads." };
const diff: Attachment = {
  id: anId(700) as never,
  name: "a.diff",
  type: "text/x-diff",
  size: 900,
  sha256: "0",
};

/** A session at work on the plan. */
function atWork(tasks: readonly object[] = PLAN): SessionDriver {
  const room = new SessionDriver();
  room.start();
  room.present("scout");
  room.present("triage");
  room.choose("triage", "skip");
  room.present("plan", { tasks });
  room.choose("plan", "approve");
  return room;
}

/** The builder submits its next task of the plan, and says what the next reader must know. */
function submit(room: SessionDriver, more: object = {}): string {
  const { id, lease, title, successCriteria, outputs } = room.claim(room.builder);
  const result = {
    summary: `${title} is there.`,
    criteria: successCriteria.map((criterion) => ({ criterion, met: true })),
    keyDecisions: [`${title}: one table`],
    warnings: [`${title}: no index yet`],
    artifacts: outputs.map((one) => ({ path: outputPath(one), status: "created" as const })),
    diff,
    ...more,
  };
  const done = { by: room.builder, taskId: id, fence: lease.fence, result };
  room.run({ type: "complete", ...done, next: false });
  return id;
}

/** What this agent reads with its next task. */
function read(room: SessionDriver, by: AgentCaller): string {
  const text = room.delivered(room.claim(by), by);
  expect(sizeOf(text)).toBeLessThanOrEqual(DELIVERY_BYTES);
  // Who calls by routes reads routes in place of the commands.
  expect(inRoutes(text.split("## How to end it")[0] ?? "")).not.toMatch(/`squadroom [^`\n]*`/);
  return text;
}

describe("the review of a whole plan", () => {
  it("has the tasks with criteria, files, results, decisions, warnings and diffs, and what was let pass", () => {
    const room = atWork();
    submit(room);
    room.judge({ findings: [LOW] });
    for (let i = 0; i < 2; i++) {
      submit(room);
      room.judge();
    }
    const text = read(room, room.reviewer);
    for (const name of ["Store", "Readers", "Move"])
      for (const said of [
        `: ${name}`,
        `Criterion met: the ${name.toLowerCase()} is tested`,
        `Decided: ${name}: one table`,
        `Warning: ${name}: no index yet`,
        `Asked: Make the ${name.toLowerCase()}.`,
        `Done: ${name} is there.`,
        `File created: src/${name.toLowerCase()}.ts`,
        `squadroom attachment ${diff.id} --out -`,
      ])
        expect(text).toContain(said);
    expect(text).toContain("3 tasks: 3 passed.");
    expect(text).toContain("Found and not fixed, low, src/store.ts:3: A name misleads.");
    expect(text).toContain("Reviews: Rex (reviewer): passed.");
  });

  it("has each task's own checks and limits, also where another task has the same", () => {
    const room = new SessionDriver();
    room.run({
      type: "createSession",
      by: LEAD,
      title: "One store",
      description: "One.",
      itemId: null,
      boundaries: { allowed: ["src/**"], forbidden: [] },
    } as never);
    room.present("scout");
    room.present("triage");
    room.choose("triage", "skip");
    room.present("plan", { tasks: PLAN });
    room.choose("plan", "approve");
    for (let i = 0; i < 3; i++) {
      submit(room, { checks: [{ name: "tests", passed: true }] });
      room.judge();
    }
    const text = read(room, room.reviewer);
    for (const id of ["DEV-001", "DEV-002", "DEV-003"]) {
      const part = text.split(`## ${id}: `)[1]?.split("\n## ")[0] ?? "";
      expect(part).toContain("Check tests: passed");
      expect(part).toContain("Change only: `src/**`");
    }
  });

  it("says what was given up and let go, with what the person said, before what went as planned", () => {
    const room = atWork();
    const wrong = { passed: false, mustFix: ["It loses writes."] };
    for (let round = 0; round < 3; round++) {
      submit(room);
      room.judge(wrong);
    }
    room.choose("review_failed", "skip", { note: "We live with it." });
    for (let round = 0; round < 3; round++) {
      submit(room);
      room.judge(wrong);
    }
    room.choose("review_failed", "roll_back", { note: "Not worth it." });
    while (room.session().execution?.open.length) if (submit(room).startsWith("DEV")) room.judge();
    room.choose("gate_failed", "override", { note: "Enough for now." });
    const text = read(room, room.reviewer);
    expect(text).toContain("missed: Enough for now.");
    expect(text).toContain("DEV-001 let through by a person although its reviews did not pass");
    expect(text).toContain("DEV-002 given up, and its changes undone");
    expect(text).toContain("Found and not fixed: It loses writes.");
    const order = [...text.matchAll(/^## ((?:DEV|FIX)-\d+)/gm)].map(([, id]) => id);
    expect(order.slice(0, 2).sort()).toEqual(["DEV-001", "DEV-002"]);
  });

  it("names a file of several tasks with each of them, and why a person let one go on beside it", () => {
    const room = atWork(PLAN.slice(0, 2).map((task) => ({ ...task, files: ["src/all.ts"] })));
    for (let round = 0; round < 3; round++) {
      submit(room);
      room.judge({ passed: false, mustFix: ["It loses writes."] });
    }
    room.choose("review_failed", "skip", { note: "We live with it." });
    submit(room);
    room.judge();
    room.choose("gate_failed", "override", { note: "Enough for now." });
    const text = read(room, room.reviewer);
    const of = (id: string) => text.split(`## ${id}: `)[1]?.split("\n## ")[0] ?? "";
    expect(of("DEV-001")).toContain("File created: src/all.ts; changed by DEV-002 too");
    expect(of("DEV-002")).toContain("File created: src/all.ts; changed by DEV-001 too");
    expect(of("DEV-001")).toContain("Lea says why: We live with it.");
    expect(text.match(/We live with it\./g)).toHaveLength(1);
  });

  it("has earlier rounds and what was mended; whoever mends has the person's note and the whole plan", () => {
    const room = atWork(PLAN.slice(0, 1));
    submit(room);
    room.judge();
    const found = { severity: "high", file: "src/store.ts", line: 9, issue: "It loses writes." };
    room.present("review", { passed: false, findings: [found], summary: "Not yet." });
    room.choose("review_failed", "retry", { note: "Mind the queue." });
    const fix = room.delivered(room.claim(room.builder), room.builder);
    for (const said of [
      "Lea says: Mind the queue.",
      "It loses writes.",
      "Criterion met: the store is tested",
      "Asked: Make the store.",
    ])
      expect(fix).toContain(said);
    submit(room);
    const text = read(room, room.reviewer);
    expect(text).toContain("## What review 1 of the whole found");
    expect(text).toContain("high, src/store.ts:9: It loses writes.");
    expect(text).toContain("Made after review 1 of the whole.");
    expect(text).toContain("Lea says: Mind the queue.");
  });

  it("fits however much there is, and names the command for what it leaves out", () => {
    const many = Array.from({ length: 40 }, (_, i) => ({
      ...PLAN[0],
      id: `t${i}`,
      files: [`src/${i}.ts`],
      successCriteria: Array.from({ length: 10 }, (__, n) => `criterion ${n} of ${i}, ${"x".repeat(200)}`),
    }));
    const room = atWork(many);
    while (room.session().execution?.open.length) {
      submit(room);
      room.judge();
    }
    const text = read(room, room.reviewer);
    expect(text).toContain("40 tasks: 40 passed.");
    for (let i = 1; i <= 40; i++) expect(text).toContain(`DEV-${String(i).padStart(3, "0")}`);
    expect(text).toMatch(/Left out: .*\d+ criteria.*`squadroom task show DEV-001` prints them\./);
  });
});

describe("the plan of the next batch", () => {
  it("knows what reviews of earlier batches found and nobody mended", () => {
    const room = new SessionDriver();
    const batches = ["One", "Two"].map((title) => ({ title, description: `${title}.` }));
    room.start();
    room.present("scout");
    room.present("triage", { level: "straightforward", batches });
    room.choose("triage", "agree");
    room.present("design", { sections: REPLIES.design.sections.slice(0, 1) });
    room.choose("design_section", "approve");
    room.present("plan", { tasks: PLAN.slice(0, 1) });
    room.choose("plan", "approve");
    submit(room);
    room.judge({ findings: [LOW] });
    room.present("review", { findings: [{ ...LOW, file: "src/b.ts", issue: "No cap." }] });
    room.choose("batch_checkpoint", "continue");
    room.present("scout");
    const text = room.delivered(room.claim(room.planner), room.planner);
    expect(text).toContain("## What earlier batches left");
    expect(text).toContain("Batch 1. Found and not fixed, low, src/b.ts:3: No cap.");
    expect(text).toContain("Batch 1, DEV-001. Found and not fixed, low, src/store.ts:3: A name");
  });
});
