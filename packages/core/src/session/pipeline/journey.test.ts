import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../decision/decision.ts";
import type { EventData } from "../../kernel/event.ts";
import { inPlace } from "../../pipeline/pipeline.ts";
import { PIPELINES } from "../../pipeline/presets.ts";
import { LEAD } from "../../testing/builders.fixture.ts";
import { Driver } from "../../testing/driver.fixture.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { PipelineDriver } from "../../testing/pipeline-driver.fixture.ts";
import { shareOf } from "../../testing/property-runs.fixture.ts";
import { progressOf } from "../gate/progress.ts";
import { pipelineCards } from "./card.ts";

const SPEC = ["RESEARCH-001", "DRAFT-001", "DRAFT-002", "DRAFT-003", "DRAFT-004", "QUALITY-001"];
type Reworked = EventData["session.reworked"];

const IMPL = ["PLAN-001", "IMPL-001", "TEST-001", "REVIEW-001"];

/** What a person answers: at a gate to do it again, or now and then to let it go on as it is. */
function choiceIn({ kind, options }: Decision, wish: string, pick: (n: number) => number): string {
  if (kind === "gate_failed") return pick(4) === 0 ? "override" : "redo";
  const redo = options.filter(({ id }) => id.startsWith("revise:"));
  if (wish === "revise") return redo[pick(redo.length)]?.id ?? "";
  return wish === "cancel" ? "resume" : wish;
}

describe("a pipeline", () => {
  it("goes through its specification, asks at its checkpoint, and ends with its last task", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    expect(room.session.step).toBe("execute");
    expect(room.view.tasks.map(({ id, role, waitsFor }) => [id, role, waitsFor])).toEqual([
      ["RESEARCH-001", "analyst", []],
      ["DRAFT-001", "writer", ["RESEARCH-001"]],
      ["DRAFT-002", "writer", ["DRAFT-001"]],
      ["DRAFT-003", "writer", ["DRAFT-002"]],
      ["DRAFT-004", "writer", ["DRAFT-003"]],
      ["QUALITY-001", "reviewer", ["DRAFT-004"]],
    ]);
    expect(room.view.tasks[0]?.instruction).toContain("Customers can get their money back.");
    expect(progressOf(room.session)).toMatchObject({ phase: "requirements", tasksTotal: 10 });
    expect(room.work()).toEqual(SPEC);
    expect(progressOf(room.session)).toMatchObject({ phase: "implementation", tasksCompleted: 6 });
    const asked = room.decision("pipeline_checkpoint");
    expect(asked.question).toBe("Start the implementation of “Refunds”?");
    expect(asked.options.map(({ id }) => id)).toEqual([
      "resume",
      "improve",
      ...SPEC.map((id) => `revise:${id}`),
      "recheck",
      "feedback",
      "stop",
    ]);
    room.choose("resume");
    expect(room.work().sort()).toEqual([...IMPL].sort());
    expect(room.view.sessions.live).toEqual([]);
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
    expect(room.view.sessions.ended[0]?.progress).toMatchObject({
      tasksTotal: 10,
      tasksCompleted: 10,
    });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("names the files that were reported at its checkpoint, not those that were planned", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    expect(room.view.tasks.find(({ id }) => id === "QUALITY-001")?.outputs).not.toEqual([]);
    const { taskId, fence } = room.run({ type: "claim", by: room.agents.analyst as never });
    const artifacts = [{ path: "notes/found.md", status: "created" }];
    const result = { summary: "as asked", artifacts };
    const done = { type: "complete", by: room.agents.analyst, taskId, fence, result };
    room.run({ ...done, next: false, reply: null } as never);
    room.work();
    const { reason } = room.decision("pipeline_checkpoint");
    expect(reason.match(/\S+\.md/g)).toEqual(["notes/found.md"]);
  });

  it("redoes a document and what is behind it, with the note, and asks again", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    room.work();
    expect(room.decision("pipeline_checkpoint").options[4]?.consequence).toBe(
      "It is done again with your note, and 3 steps behind it. What is there stays readable.",
    );
    room.choose("revise:DRAFT-002", "Say what happens to partial refunds.");
    const again = ["DRAFT-002-R1", "DRAFT-003-R1", "DRAFT-004-R1", "QUALITY-001-R1"];
    const [first] = room.view.tasks;
    expect(first?.instruction).toContain("Say what happens to partial refunds.");
    expect(room.view.tasks.map(({ id }) => id)).toEqual(again);
    const placed = inPlace(room.session.pipeline?.steps ?? []).map(({ id }) => id);
    expect(placed.slice(1, 5)).toEqual(["DRAFT-001", "DRAFT-002", "DRAFT-002-R1", "DRAFT-003"]);
    const [card] = pipelineCards(room.view, room.now);
    expect(card?.cells.slice(1, 5).map(({ kind }) => kind)).toEqual(["done", "replaced", "ready", "replaced"]);
    expect(room.work()).toEqual(again);
    room.choose("revise:DRAFT-004-R1", "Smaller stories.");
    expect(room.work()).toEqual(["DRAFT-004-R2", "QUALITY-001-R2"]);
    const made = Object.keys(room.session.execution?.tasks ?? {});
    expect(made).toEqual([...SPEC, ...again, "DRAFT-004-R2", "QUALITY-001-R2"]);
    room.choose("resume");
    room.work();
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("says what doing a document again would cost, by what it and the steps behind it took", () => {
    const room = new PipelineDriver();
    room.taskMs = 20 * 60_000;
    room.begin("full-lifecycle");
    room.work();
    const costOf = (id: string) =>
      room.decision("pipeline_checkpoint").options.find((one) => one.id === `revise:${id}`)?.consequence;
    expect(costOf("DRAFT-003")).toBe(
      "It is done again with your note, and 2 steps behind it. They took 1 h so far. What is there stays readable.",
    );
    expect(costOf("QUALITY-001")).toBe(
      "It is done again with your note. It took 20 min so far. What is there stays readable.",
    );
    room.choose("revise:QUALITY-001", "Name what is missing.");
    room.taskMs = 5 * 60_000;
    room.work();
    expect(costOf("QUALITY-001-R1")).toContain("It took 5 min so far.");
  });

  it("improves, checks again and hears feedback before it goes on", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    room.work();
    room.choose("improve", "Name the error codes.");
    expect(room.work()).toEqual(["IMPROVE-001", "QUALITY-001-R1"]);
    room.choose("recheck");
    expect(room.work()).toEqual(["QUALITY-001-R2"]);
    room.choose("feedback", "Is this still worth it?");
    expect(room.view.tasks.map(({ id, role }) => [id, role])).toEqual([["COORD-001", "coordinator"]]);
    expect(room.view.tasks[0]?.instruction).toMatch(
      /^A person gave this feedback at the checkpoint “Start the implementation”: Is this still worth it\?\n\nDecide what follows from it, /,
    );
    expect(room.work()).toEqual(["COORD-001"]);
    room.choose("stop");
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "stopped" });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("doesn't hear a person's feedback again when something else is redone, and makes each step once", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    room.work();
    room.choose("feedback", "Is this still worth it?");
    room.work();
    room.choose("improve", "Name the error codes.");
    expect(room.work()).toEqual(["IMPROVE-001", "QUALITY-001-R1"]);
    const offered = room.decision("pipeline_checkpoint").options.map(({ id }) => id);
    expect(offered.filter((id) => id.startsWith("revise:"))).toEqual([
      ...SPEC.slice(0, -1).map((id) => `revise:${id}`),
      "revise:QUALITY-001-R1",
      "revise:IMPROVE-001",
    ]);
    room.choose("revise:DRAFT-002", "Number them.");
    const again = ["DRAFT-002-R1", "DRAFT-003-R1", "DRAFT-004-R1", "QUALITY-001-R2"];
    expect(room.work()).toEqual(again);
    room.choose("recheck");
    expect(room.work()).toEqual(["QUALITY-001-R3"]);
    const reason = room.decision("pipeline_checkpoint").reason.split("\n").slice(1);
    const heads = reason.filter((line) => !line.startsWith(" "));
    expect(heads.map((line) => line.split(" ")[0])).toEqual([
      "RESEARCH-001",
      "DRAFT-001",
      "DRAFT-002-R1",
      "DRAFT-003-R1",
      "DRAFT-004-R1",
      "QUALITY-001-R3",
      "COORD-001",
      "IMPROVE-001",
    ]);
    const answered = reason.findIndex((line) => line.startsWith("COORD-001"));
    expect(reason[answered + 1]).toBe("  Answer: as asked");
    const checked = reason.findIndex((line) => line.startsWith("QUALITY-001-R3"));
    expect(reason[checked + 1]).toBe("  Report: as asked");
    expect(reason.filter((line) => /^ {2}(Answer|Report)/.test(line))).toHaveLength(2);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("gives a note to the step that it is about, without those of its earlier revisions", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    room.work();
    const asked = (id: string) => room.view.tasks.find((one) => one.id === id)?.instruction ?? "";
    room.choose("revise:DRAFT-003", "Draw the parts.");
    room.work();
    room.choose("revise:DRAFT-002", "Number them.");
    expect(asked("DRAFT-002-R1")).toMatch(
      /^Do it again: Number them\.\n\nThe version so far is spec\/requirements\.md\.\n\nWrite the numbered/,
    );
    expect(asked("DRAFT-003-R2")).toMatch(
      /^Do it again on what changed.* “Requirements” is revised: Number them\.\n\nThe version so far is spec\/architecture\.md\.\n\nWrite the architecture/,
    );
    room.work();
    room.choose("revise:DRAFT-002-R1", "Fewer.");
    expect(asked("DRAFT-002-R2")).toMatch(
      /^Do it again: Fewer\.\n\nThe version so far is spec\/requirements\.md\.\n\nWrite the numbered/,
    );
    expect(asked("DRAFT-003-R3")).not.toContain("Number them");
  });

  it("is refused where the team lacks a role, with those that it has", () => {
    const room = Driver.room("squad");
    const words = { title: "Refunds", description: "", itemId: null };
    const command = { type: "createSession", by: LEAD, ...words } as const;
    expect(room.refused({ ...command, pipeline: "spec-only" })).toMatchObject({
      code: "pipeline_unknown",
      message: "No role of this team has tasks that begin with RESEARCH, DRAFT or QUALITY, which spec-only needs.",
      allowed: [],
    });
    expect(new PipelineDriver().refused({ ...command, pipeline: "spec" })).toMatchObject({
      allowed: PIPELINES.map(({ name }) => name),
    });
  });

  it("runs beside others, as many as the room says, and beside a session that is talked through", () => {
    const room = new PipelineDriver();
    room.run({ type: "setRoomOptions", by: LEAD, pipelinesAtOnce: 2 });
    const add = (title: string, pipeline: string | null) => {
      const words = { title, description: "", itemId: null, pipeline };
      return room.run({ type: "createSession", by: LEAD, ...words }).ahead;
    };
    expect(["One", "Two", "Three"].map((title) => add(title, "impl-only"))).toEqual([0, 0, 2]);
    expect(add("Talk", null)).toBe(0);
    const states = () => room.view.sessions.live.map(({ title, state }) => `${title} ${state}`);
    expect(states()).toEqual(["One running", "Two running", "Three queued", "Talk running"]);
    room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "" });
    expect([add("Four", "impl-only"), add("More talk", null)]).toEqual([2, 1]);
    for (const sessionId of [5, 6]) room.run({ type: "stopSession", by: LEAD, sessionId, reason: "" });
    expect(states()).toEqual(["Two running", "Three running", "Talk running"]);
  });

  it("asks a person about what was cancelled before it counts as done", () => {
    const room = new PipelineDriver();
    room.begin("fe-only");
    room.run({
      type: "cancelTask",
      by: LEAD,
      taskId: "QA-FE-001",
      reason: "Not needed.",
    } as never);
    room.work();
    const asked = room.decision("gate_failed");
    expect(asked.reason).toContain("QA-FE-001 was cancelled: not passed.");
    room.run(room.answer(asked, "redo"));
    expect(room.work()).toEqual(["QA-FE-001"]);
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
  });

  it("waits at a checkpoint for all in front of it, also where the step between them was cancelled", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    room.work(() => 0, 3);
    room.cancel("QUALITY-001");
    const isAsked = () => Object.values(room.view.decisions).some(({ kind }) => kind === "pipeline_checkpoint");
    expect(isAsked()).toBe(false);
    expect(room.work()).toEqual(["DRAFT-003", "DRAFT-004"]);
    room.choose("improve", "Name the error codes.");
    room.cancel("QUALITY-001-R1");
    expect(isAsked()).toBe(false);
    expect(room.work()).toEqual(["IMPROVE-001"]);
    expect(isAsked()).toBe(true);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("doesn't ask about a cancelled step that was revised and passed", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    room.endNext("analyst");
    room.cancel("DRAFT-001");
    room.choose("revise:DRAFT-001", "We need it after all.");
    room.work();
    expect(progressOf(room.session)).toMatchObject({
      tasksTotal: 10,
      tasksCompleted: 6,
      gates: { requirements: "passed", design: "passed" },
    });
    room.choose("resume");
    room.endNext("planner");
    room.endNext("executor");
    room.cancel("TEST-001");
    room.work();
    const asked = room.decision("gate_failed");
    expect(asked.reason).not.toContain("DRAFT");
    room.run(room.answer(asked, "redo"));
    expect(room.work()).toEqual(["TEST-001"]);
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("makes what a gate asks for anew in its order, under its own prefixes", () => {
    const room = new PipelineDriver();
    room.begin("impl-only");
    room.endNext("planner");
    room.cancel("IMPL-001");
    room.run(room.answer(room.decision("gate_failed"), "redo"));
    expect(room.view.tasks.map(({ id, waitsFor }) => [id, waitsFor])).toEqual([
      ["IMPL-002", []],
      ["TEST-002", ["IMPL-002"]],
      ["REVIEW-002", ["IMPL-002"]],
    ]);
    expect(room.work()).toEqual(["IMPL-001", "TEST-001", "REVIEW-001"]);
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("makes a step anew behind one that is made anew, though what is between them has passed", () => {
    const room = new PipelineDriver();
    room.beginWith("DRAFT-001", "CHECKPOINT-1<DRAFT-001", "IMPL-001<CHECKPOINT-1", "TEST-001<IMPL-001");
    room.cancel("DRAFT-001");
    room.choose("resume");
    room.endNext("executor");
    room.cancel("TEST-001");
    room.run(room.answer(room.decision("gate_failed"), "redo"));
    expect(room.view.tasks.map(({ id, waitsFor }) => [id, waitsFor])).toEqual([
      ["DRAFT-002", []],
      ["TEST-002", ["DRAFT-002"]],
    ]);
    expect(room.work()).toEqual(["DRAFT-001", "TEST-001"]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("offers steps to be redone by the names that their tasks have, also in a second session", () => {
    const room = new PipelineDriver();
    room.beginWith("PLAN-001", "CHECKPOINT-1<PLAN-001", "TEST-001<CHECKPOINT-1");
    room.work();
    room.choose("stop");
    room.beginWith("PLAN-001", "CHECKPOINT-1<PLAN-001", "TEST-001<CHECKPOINT-1");
    room.work();
    const taskId = room.session.execution?.tasks["PLAN-001"];
    expect(taskId).toBe("PLAN-002");
    room.choose("revise:PLAN-002", "Smaller.");
    expect(room.session.execution?.tasks["PLAN-001-R1"]).toBe("PLAN-002-R1");
  });

  it("makes revised documents anew in their chain, and the work behind the last of them", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    room.work();
    room.choose("revise:DRAFT-003", "Smaller parts.");
    room.cancel("DRAFT-003-R1");
    room.choose("resume");
    room.endNext("planner");
    room.cancel("IMPL-001");
    room.run(room.answer(room.decision("gate_failed"), "redo"));
    expect(room.view.tasks.map(({ id, waitsFor }) => [id, waitsFor])).toEqual([
      ["DRAFT-005", []],
      ["DRAFT-006", ["DRAFT-005"]],
      ["QUALITY-002", ["DRAFT-006"]],
      ["IMPL-002", ["QUALITY-002"]],
      ["TEST-002", ["IMPL-002"]],
      ["REVIEW-002", ["IMPL-002"]],
    ]);
    expect(faultsOf(room.log)).toEqual([]);
    const last = room.log.findLast(({ type }) => type === "session.reworked");
    const loose = structuredClone(room.log);
    const made = loose.find(({ seq }) => seq === last?.seq)?.data as Reworked;
    const quality = made.tasks.find(({ task }) => task.id === "QUALITY-002");
    if (quality) quality.task = { ...quality.task, waitsFor: [] };
    const found = faultsOf(loose).filter(({ type }) => type === "session.reworked");
    const said = found.map(({ fault }) => fault);
    expect(said).toContain("QUALITY-002 doesn't wait for DRAFT-006");
    expect(said).toContain("IMPL-002 doesn't wait for DRAFT-006");
  });

  it("checks again in order where one of two checks is behind the other", () => {
    const room = new PipelineDriver();
    room.beginWith("DRAFT-001", "DRAFT-002<DRAFT-001", "CHECKPOINT-1<DRAFT-001,DRAFT-002");
    room.work();
    room.choose("recheck");
    expect(room.view.tasks.map(({ id, waitsFor }) => [id, waitsFor])).toEqual([
      ["DRAFT-001-R1", []],
      ["DRAFT-002-R1", ["DRAFT-001-R1"]],
    ]);
  });

  it("makes anew what was lost on both sides of a checkpoint, however often it was revised", () => {
    const names = ["full-lifecycle", "full-lifecycle-fe"];
    const hows = fc.constantFrom("improve", "recheck", "feedback", "revise");
    let reworked = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(hows, { maxLength: 3 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 30 }),
        (name, wishes, picks) => {
          const room = new PipelineDriver();
          room.begin(name);
          let turn = 0;
          const pick = (n: number) => (picks[turn++ % picks.length] ?? 0) % n;
          for (const wish of [...wishes, "resume", "resume"]) {
            room.work(pick, pick(5));
            const task = room.view.tasks[pick(room.view.tasks.length || 1)];
            if (task) room.cancel(task.id);
            // Now and then a person answers while others still work.
            room.work(pick, pick(2) === 0 ? pick(4) : undefined);
            const [asked] = Object.values(room.view.decisions);
            if (asked) room.run(room.answer(asked, choiceIn(asked, wish, pick), { note: "Again." }));
          }
          for (let i = 0; i < 20 && room.view.sessions.live.length > 0; i++) {
            room.work(pick);
            const [asked] = Object.values(room.view.decisions);
            if (asked) room.run(room.answer(asked, choiceIn(asked, "resume", pick), { note: "Go." }));
          }
          reworked += room.log.filter(({ type }) => type === "session.reworked").length;
          expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
          expect(faultsOf(room.log)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
    expect(reworked).toBeGreaterThan(20);
  });

  it("ends or waits for an answer, whoever works first and whatever is answered or cancelled", () => {
    const answers = fc.constantFrom("resume", "improve", "recheck", "feedback", "revise", "cancel");
    const names = PIPELINES.map(({ name }) => name);
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(answers, { maxLength: 4 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
        (name, wishes, picks) => {
          const room = new PipelineDriver();
          room.begin(name);
          let turn = 0;
          const pick = (n: number) => (picks[turn++ % picks.length] ?? 0) % n;
          const left = [...wishes];
          for (let i = 0; i < 60 && room.view.sessions.live.length > 0; i++) {
            const wish = left.shift() ?? "resume";
            if (wish === "cancel") {
              room.work(pick, pick(6));
              const task = room.view.tasks[pick(room.view.tasks.length || 1)];
              if (task) room.cancel(task.id);
            }
            room.work(pick);
            const [asked] = Object.values(room.view.decisions);
            if (asked) room.run(room.answer(asked, choiceIn(asked, wish, pick), { note: "A note." }));
          }
          expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
          const made = room.log.flatMap(({ type, data }) =>
            type === "session.advanced" ? data.tasks.map(({ task }) => task.id) : [],
          );
          expect(new Set(made).size).toBe(made.length);
          expect(faultsOf(room.log)).toEqual([]);
        },
      ),
      { numRuns: shareOf(60) },
    );
  });
});
