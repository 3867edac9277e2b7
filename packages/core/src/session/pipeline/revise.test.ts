import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { AgentCaller, PersonCaller } from "../../kernel/actor.ts";
import type { Replies } from "../../kernel/command.ts";
import { circleIn, downstreamOf, taskRequires } from "../../pipeline/graph.ts";
import { type PipelineStep, revisedIn } from "../../pipeline/pipeline.ts";
import { LEAD } from "../../testing/builders.fixture.ts";
import { Discussions } from "../../testing/discussion.fixture.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { PipelineDriver } from "../../testing/pipeline-driver.fixture.ts";
import { NO_USAGE } from "../../usage/usage.ts";
import { statusOf } from "../record/status.ts";
import { progressIn } from "./revision.ts";

type Cost = Replies["reviseSteps"];

const NOTE = "Say what happens to partial refunds.";

function command(taskIds: string[], more: { by?: AgentCaller | PersonCaller; note?: string } = {}) {
  const { by = LEAD, note = NOTE } = more;
  return { type: "reviseSteps", by, sessionId: 1, taskIds, note, dryRun: false } as never;
}

/** Makes them again, after saying what it costs: both say the same, and the first changes nothing. */
function revise(room: PipelineDriver, taskIds: string[], by: AgentCaller | PersonCaller = LEAD): Cost {
  const { seq } = room.view;
  const dry = room.run({ ...(command(taskIds, { by }) as object), dryRun: true } as never);
  expect(room.view.seq).toBe(seq);
  const done = room.run(command(taskIds, { by }));
  expect(done).toEqual({ ...dry, isDone: true });
  return done as never;
}

const made = (cost: Cost) => cost.again.map(({ as }) => as);
const ids = (tasks: readonly { taskId: string }[]) => tasks.map(({ taskId }) => taskId);

/** Past its checkpoint, with the plan done and its implementation under way. */
function implementing(): PipelineDriver {
  const room = new PipelineDriver();
  room.taskMs = 10 * 60_000;
  room.begin("full-lifecycle");
  room.work();
  room.choose("resume");
  room.endNext("planner");
  return room;
}

/** The coordinator wants the plan redone a third time. */
function thirdAsked() {
  const room = implementing();
  const by = room.agents.coordinator as AgentCaller;
  for (const id of ["PLAN-001", "PLAN-001-R1"]) {
    revise(room, [id], by);
    room.endNext("planner");
  }
  const asked = room.run(command(["PLAN-001-R2"], { by })) as never as Cost;
  return { room, by, asked, decision: room.decision("intervention") };
}

describe("revising finished steps of a pipeline", () => {
  it("makes a document again with all that was built on it, over a checkpoint that asks again", () => {
    const room = implementing();
    room.run({ type: "claim", by: room.agents.executor as AgentCaller });
    const cost = revise(room, ["DRAFT-003"]);
    expect(cost).toMatchObject({
      asks: [{ step: "CHECKPOINT-1" }],
      stops: [
        { taskId: "IMPL-001", by: "One executor" },
        { taskId: "TEST-001", by: null },
        { taskId: "REVIEW-001", by: null },
      ],
      goesOn: [],
      // Of tests and reviews nothing has ended here, and the work on the implementation is lost.
      longestMs: 40 * 60_000,
      unknown: 3,
      took: { workMs: 40 * 60_000 },
    });
    expect(made(cost)).toEqual([
      "DRAFT-003-R1",
      "DRAFT-004-R1",
      "QUALITY-001-R1",
      "PLAN-001-R1",
      "IMPL-001-R1",
      "TEST-001-R1",
      "REVIEW-001-R1",
    ]);
    expect(room.view.tasks.map(({ id }) => id)).toEqual(made(cost).slice(0, 3));
    expect(room.view.tasks[0]?.instruction).toMatch(/^Do it again: Say what happens/);
    expect(room.view.tasks[1]?.instruction).toMatch(
      /^Do it again on what changed.* “Architecture” is revised: Say what happens/,
    );
    expect(room.work()).toEqual(["DRAFT-003-R1", "DRAFT-004-R1", "QUALITY-001-R1"]);
    expect(room.decision("pipeline_checkpoint").subject).toMatchObject({ part: "CHECKPOINT-1-R1" });
    room.choose("resume");
    expect(room.work().sort()).toEqual(made(cost).slice(3).sort());
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("makes several again at once, lets other work finish, and leaves what only waits where it is", () => {
    const room = new PipelineDriver();
    room.beginWith(
      "PLAN-001",
      "IMPL-001<PLAN-001",
      "DEV-FE-001<PLAN-001",
      "TEST-001<IMPL-001",
      "QA-FE-001<DEV-FE-001",
      "REVIEW-001<TEST-001,QA-FE-001",
    );
    room.endNext("planner");
    room.run({ type: "dispatch", by: LEAD, sessionId: 1, taskIds: [], inOrder: false });
    room.endNext("executor");
    room.endNext("tester");
    room.run({ type: "claim", by: room.agents["fe-developer"] as AgentCaller });
    const cost = revise(room, ["IMPL-001"]);
    expect(made(cost)).toEqual(["IMPL-001-R1", "TEST-001-R1"]);
    expect(cost).toMatchObject({ stops: [], goesOn: [{ taskId: "DEV-FE-001" }], asks: [] });
    const waiting = room.view.tasks.find(({ id }) => id === "REVIEW-001");
    expect(waiting?.waitsFor).toEqual(["QA-FE-001", "TEST-001-R1"]);
    room.work();
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("makes what waits for other work again too where it would start before its checkpoint is passed again", () => {
    const room = new PipelineDriver();
    room.beginWith(
      "DRAFT-001",
      "IMPL-001",
      "CHECKPOINT-1<DRAFT-001",
      "PLAN-001<CHECKPOINT-1",
      "REVIEW-001<PLAN-001,IMPL-001",
    );
    room.run({ type: "dispatch", by: LEAD, sessionId: 1, taskIds: [], inOrder: false });
    room.run({ type: "claim", by: room.agents.executor as AgentCaller });
    room.endNext("writer");
    room.choose("resume");
    room.endNext("planner");
    const cost = revise(room, ["DRAFT-001"]);
    expect(made(cost)).toEqual(["DRAFT-001-R1", "PLAN-001-R1", "REVIEW-001-R1"]);
    expect([ids(cost.stops), ids(cost.goesOn)]).toEqual([["REVIEW-001"], ["IMPL-001"]]);
    expect(room.view.tasks.map(({ id }) => id)).toEqual(["IMPL-001", "DRAFT-001-R1"]);
  });

  it("withdraws what a checkpoint asked about the older version", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    room.work();
    const asked = room.decision("pipeline_checkpoint");
    expect(made(revise(room, ["DRAFT-004", "RESEARCH-001"]))).toHaveLength(6);
    expect(Object.values(room.view.decisions)).toEqual([]);
    expect(room.log.some((one) => one.type === "decision.withdrawn")).toBe(true);
    room.work();
    expect(room.decision("pipeline_checkpoint").id).not.toBe(asked.id);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("keeps what was made readable: each version has its task and what it came to", () => {
    const room = implementing();
    revise(room, ["PLAN-001"]);
    room.endNext("planner");
    revise(room, ["PLAN-001-R1"]);
    const { outcomes = {}, tasks = {} } = room.session.execution ?? {};
    const versions = ["PLAN-001", "PLAN-001-R1", "PLAN-001-R2"];
    expect(versions.map((id) => tasks[id])).toEqual(versions);
    expect(versions.map((id) => outcomes[id as never]?.state)).toEqual(["passed", "passed", "open"]);
  });

  it("says what it costs by what such tasks took here, and by what they used", () => {
    const room = implementing();
    const by = room.agents.executor as AgentCaller;
    const { taskId, fence } = room.run({ type: "claim", by });
    const usage = { ...NO_USAGE, inputTokens: 900, costUsdMicros: 40_000, model: null };
    room.pass(20 * 60_000);
    const ended = { taskId, fence, result: { summary: "" }, next: false, reply: null, usage };
    room.run({ type: "complete", by, ...ended } as never);
    const cost = revise(room, ["PLAN-001", "IMPL-001"]);
    expect(cost).toMatchObject({ longestMs: 30 * 60_000, unknown: 2, took: { workMs: 1_800_000 } });
    expect(cost.took.usage).toMatchObject({ inputTokens: 900, costUsdMicros: 40_000 });
  });

  it("is for the coordinator and people; a third revision is a person's decision", () => {
    const room = implementing();
    const by = room.agents.coordinator as AgentCaller;
    const worker = command(["PLAN-001"], { by: room.agents.planner as AgentCaller });
    expect(room.refused(worker)).toMatchObject({
      code: "entry_point_only",
      message: "Only the Coordinator and people steer a pipeline.",
    });
    for (const id of ["PLAN-001", "PLAN-001-R1"]) {
      revise(room, [id], by);
      room.endNext("planner");
    }
    const dry = { ...(command(["PLAN-001-R2"], { by }) as object), dryRun: true } as never;
    expect(room.run(dry)).toMatchObject({ decided: ["PLAN-001-R3"], isDone: false });
    const cost = revise(room, ["PLAN-001-R2"]);
    expect(cost.decided).toEqual([]);
    expect(made(cost)[0]).toBe("PLAN-001-R3");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("asks a person where the coordinator wants a third revision, and tells the coordinator what they say", () => {
    const { room, by, asked, decision } = thirdAsked();
    expect(asked.decided).toEqual(["PLAN-001-R3"]);
    expect(asked).toMatchObject({ isDone: false, decisionId: decision.id, stops: [{}, {}, {}] });
    expect(decision).toMatchObject({
      kind: "intervention",
      reason: NOTE,
      askedBy: { agentId: by.id },
      subject: { kind: "session", sessionId: 1, part: "PLAN-001-R2" },
      question: "Redo PLAN-001-R2 as PLAN-001-R3? From the third revision on, a person decides.",
    });
    expect(room.view.tasks.map(({ id }) => id)).not.toContain("PLAN-001-R3");
    // It continues meanwhile.
    expect(statusOf(room.view, room.session)).toBe("active");
    expect(room.refused(command(["PLAN-001-R2"], { by }))).toMatchObject({
      code: "decision_pending",
      details: { decisionId: decision.id },
    });
    room.run(room.answer(decision, "redo", { note: "Only the plan." }));
    expect(room.task("PLAN-001-R3").instruction).toContain(`${NOTE}\n\nOnly the plan.`);
    expect(room.log.findLast(({ type }) => type === "message.sent")).toMatchObject({
      data: { mailTo: [by.id], message: { body: expect.stringContaining("Redo PLAN-001-R2") } },
    });
    room.work();
    expect(room.view.sessions.ended[0]).toMatchObject({ end: "completed" });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("asks no longer about what was redone meanwhile, and redoes nothing where the person keeps it", () => {
    const kept = thirdAsked();
    kept.room.run(kept.room.answer(kept.decision, "keep"));
    expect(kept.room.view.decisions).toEqual({});
    expect(kept.room.session.pipeline?.steps.map(({ id }) => id)).not.toContain("PLAN-001-R3");
    const { room } = thirdAsked();
    revise(room, ["PLAN-001-R2"]);
    expect(room.view.decisions).toEqual({});
    const over = thirdAsked();
    over.room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "" });
    expect(over.room.view.decisions).toEqual({});
    const paused = thirdAsked();
    paused.room.run({ type: "pauseSession", by: LEAD, sessionId: 1, reason: "", park: false });
    expect(paused.room.refused(paused.room.answer(paused.decision, "redo"))).toMatchObject({
      code: "session_state",
    });
    for (const one of [kept.room, room, over.room, paused.room]) expect(faultsOf(one.log)).toEqual([]);
  });

  it.each<[string, string, string, string]>([
    ["what it has no task for", "XYZ-001", "task_unknown", "Session 1 has no task XYZ-001."],
    ["what was made again", "DRAFT-002", "task_state", "DRAFT-002 was redone as DRAFT-002-R1; name the latest."],
    ["what isn't finished", "PLAN-001", "task_state", "PLAN-001 isn't finished; only finished steps are revised."],
    [
      "an answer to feedback",
      "COORD-001",
      "task_state",
      "COORD-001 was the answer to a person's feedback and isn't redone.",
    ],
  ])("refuses %s, with what can be revised", (_, taskId, code, message) => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    room.work();
    room.choose("revise:DRAFT-002", "Shorter.");
    room.work();
    room.choose("feedback", "Is it worth it?");
    room.work();
    room.choose("resume");
    const { allowed, ...said } = room.refused(command([taskId]));
    expect(said).toMatchObject({ code, message });
    expect(allowed).toEqual([
      "RESEARCH-001",
      "DRAFT-001",
      "DRAFT-002-R1",
      "DRAFT-003-R1",
      "DRAFT-004-R1",
      "QUALITY-001-R1",
    ]);
  });

  it("refuses without a note, while paused, before it starts, and after it ended", () => {
    const room = implementing();
    expect(room.refused(command(["PLAN-001"], { note: " " })).code).toBe("note_required");
    const add = { title: "Next", description: "", itemId: null, pipeline: "impl-only" };
    room.run({ type: "setRoomOptions", by: LEAD, pipelinesAtOnce: 1 });
    room.run({ type: "createSession", by: LEAD, ...add });
    const queued = { ...(command(["PLAN-001"]) as object), sessionId: 2 } as never;
    expect(room.refused(queued).message).toBe("Session 2 has not started.");
    room.run({ type: "pauseSession", by: LEAD, sessionId: 1, park: false, reason: "" });
    expect(room.refused(command(["PLAN-001"]))).toMatchObject({
      code: "session_state",
      message: "Session 1 is paused; resume it first.",
      allowed: ["pause", "resume", "budget", "stop"],
    });
    room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "" });
    expect(room.refused(command(["PLAN-001"])).message).toContain("can be read but no longer changed");
  });

  it("refuses while something of the chain is discussed", () => {
    const room = new Discussions();
    room.finish(room.analyst);
    room.judge();
    room.finish(room.writer);
    expect(room.task("DRAFT-001").state).toBe("in_review");
    expect(room.refused(command(["RESEARCH-001"]))).toMatchObject({
      code: "task_state",
      message: "DRAFT-001 is being discussed; revise when that is over.",
      details: { taskId: "DRAFT-001", state: "in_review" },
    });
    room.judge();
    const { again } = room.run(command(["RESEARCH-001"])) as never as Cost;
    expect(again.map(({ as }) => as).slice(0, 3)).toEqual(["RESEARCH-001-R1", "DRAFT-001-R1", "DRAFT-002-R1"]);
    expect(faultsOf(room.log)).toEqual([]);
  });
});

describe("whatever is revised, and whenever", () => {
  /** A graph without a circle: each step requires some before it; now and then one is a checkpoint. */
  const graphs = fc
    .array(
      fc.record({
        prefix: fc.constantFrom("PLAN", "IMPL", "DRAFT", "TEST", "CHECKPOINT"),
        requires: fc.array(fc.nat(2), { minLength: 1, maxLength: 2 }),
      }),
      { minLength: 2, maxLength: 9 },
    )
    .map((all) => {
      const ids = all.map(({ prefix }, i) => `${prefix}-${String(i + 1).padStart(3, "0")}`);
      return all.map(({ requires }, i) => {
        const before = [...new Set(requires.map((n) => ids[Math.max(0, i - 1 - n)] ?? ""))];
        return i === 0 ? (ids[0] ?? "") : `${ids[i]}<${before.join(",")}`;
      });
    });

  it("every version built on an older one is made again, no id twice, without a circle, and it ends", () => {
    let crossed = 0;
    let stopped = 0;
    fc.assert(
      fc.property(graphs, fc.infiniteStream(fc.nat(1_000)), (graph, stream) => {
        const pick = (n: number) => (stream.next().value as number) % n;
        const room = new PipelineDriver();
        room.beginWith(...graph);
        for (let turn = 0; turn < 6 && room.view.sessions.live.length > 0; turn++) {
          room.work(pick, pick(4));
          for (const name of ["planner", "executor", "writer", "tester"])
            if (pick(3) === 0) room.run({ type: "claim", by: room.agents[name] as AgentCaller });
          if (room.view.sessions.live.length === 0) break;
          const at = checkpointOf(room);
          if (at && pick(2) === 0) {
            const wish = ["recheck", "improve", "feedback"][pick(9)] ?? "resume";
            room.run(room.answer(at, wish, { note: "Better." }));
          } else reviseSome(room, pick);
        }
        for (let i = 0; i < 60 && room.view.sessions.live.length > 0; i++) {
          room.work(pick);
          const at = checkpointOf(room);
          if (at) room.run(room.answer(at, "resume"));
          const gate = Object.values(room.view.decisions).find(({ kind }) => kind === "gate_failed");
          if (gate) room.run(room.answer(gate, "override", { note: "As it is." }));
        }
        expect(room.view.sessions.ended[0]?.end).toBe("completed");
        expect(faultsOf(room.log)).toEqual([]);
      }),
      { numRuns: 80 },
    );
    // Rare cases are met.
    expect(crossed).toBeGreaterThan(5);
    expect(stopped).toBeGreaterThan(5);

    function reviseSome(room: PipelineDriver, pick: (n: number) => number): void {
      const { session } = room;
      const steps = session.pipeline?.steps ?? [];
      const progress = progressIn(room.view, session);
      const revisable = steps.filter(
        ({ id, isCheckpoint, title }) =>
          !isCheckpoint && !revisedIn(steps).has(id) && progress(id) === "over" && !title.startsWith("Feedback at"),
      );
      const some = revisable.filter(() => pick(3) === 0);
      const tasks = some.flatMap(({ id }) => session.execution?.tasks[id] ?? []);
      if (tasks.length === 0) return;
      const cost = revise(room, tasks);
      crossed += cost.asks.length;
      stopped += cost.stops.length;
      const after = room.session.pipeline?.steps ?? [];
      expect(circleIn(after)).toBe(null);
      expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
      const open = room.view.tasks.map(({ id }) => id);
      expect(new Set(open).size).toBe(open.length);
      // Nothing was made from what is replaced now, but by way of what was replaced with it.
      const late = new Set(after.slice(steps.length).map(({ id }) => id));
      const now = progressIn(room.view, room.session);
      for (const id of late)
        for (const one of downstreamOf(after, id))
          if (!late.has(one) && !revisedIn(after).has(one) && !isAnswer(after, one))
            expect([one, now(one)]).toEqual([one, expect.stringMatching(/none|waiting/)]);
      for (const step of after)
        if (!revisedIn(after).has(step.id) && /none|waiting/.test(now(step.id)))
          expect(step.requires.filter((id) => revisedIn(after).has(id))).toEqual([]);
      // What waits has tasks to wait for, so that it can't start before them.
      for (const step of after)
        if (now(step.id) === "waiting")
          expect(taskRequires(after, step).filter((id) => !room.session.execution?.tasks[id])).toEqual([]);
      for (const { step } of cost.again)
        expect(room.session.execution?.tasks[step]).toBe(session.execution?.tasks[step]);
    }

    function isAnswer(steps: readonly PipelineStep[], id: string): boolean {
      return steps.some((step) => step.id === id && step.title.startsWith("Feedback at"));
    }

    function checkpointOf(room: PipelineDriver) {
      return Object.values(room.view.decisions).find(({ kind }) => kind === "pipeline_checkpoint");
    }
  });
});
