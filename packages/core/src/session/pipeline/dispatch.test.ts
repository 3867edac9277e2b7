import { describe, expect, it } from "vitest";
import { ANSWER_MS, AWAY_MS, heldIn } from "../../flow/dispatch.ts";
import type { AgentCaller } from "../../kernel/actor.ts";
import type { TaskId } from "../../kernel/ids.ts";
import { advanceText } from "../../pipeline/advance-text.ts";
import { ballOf } from "../../room/ball.ts";
import { blockedReasons } from "../../task/blocked.ts";
import { LEAD } from "../../testing/builders.fixture.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { PipelineDriver } from "../../testing/pipeline-driver.fixture.ts";
import { stepRows } from "../step-rows.ts";

const WORKERS = ["planner", "executor", "tester", "reviewer", "fe-developer", "fe-qa"];

/** An implementation up to where its tests and its review could start. */
function atWindow(...more: string[]): PipelineDriver {
  const room = new PipelineDriver([...WORKERS, ...more]);
  room.begin("impl-only");
  room.endNext("planner");
  room.endNext("executor");
  return room;
}

function rulings(room: PipelineDriver): string[] {
  return room.log.flatMap((event) =>
    event.type === "session.ruled"
      ? [`${event.data.ended.join(", ")}: ${event.data.advances.map(advanceText).join("; ")}`]
      : event.type === "session.dispatched"
        ? [`${event.data.why}: ${event.data.tasks.map(({ taskId }) => taskId).join(", ")}`]
        : [],
  );
}

const held = (room: PipelineDriver) => heldIn(room.session).map(({ taskId }) => taskId);
const dispatch = (room: PipelineDriver, taskIds: string[] = [], inOrder = false) => {
  const by = room.agents.coordinator as AgentCaller;
  return room.run({ type: "dispatch", by, sessionId: 1, taskIds: taskIds as never, inOrder });
};
const mailOf = (room: PipelineDriver, role: string) =>
  room.log.flatMap((event) =>
    event.type === "message.sent" &&
    event.data.mailTo.includes(room.agents[role]?.id as never) &&
    event.data.message.from.kind === "server"
      ? [event.data.message]
      : [],
  );

describe("a pipeline drives itself", () => {
  it("and each ruling is in the log, in the session and with its coordinator", () => {
    const room = atWindow("coordinator");
    expect(rulings(room)).toEqual([
      ": PLAN-001 can start",
      "PLAN-001: IMPL-001 can start",
      "IMPL-001: the coordinator is asked about TEST-001 and REVIEW-001",
    ]);
    expect(room.session.dispatch?.rulings).toHaveLength(3);
    const [asked, ...more] = mailOf(room, "coordinator");
    expect(more).toEqual([]);
    expect(asked).toMatchObject({
      kind: "request",
      priority: "high",
      subject: "2 tasks of “Refunds” could start",
    });
    expect(asked?.body).toContain("- TEST-001 “Tests”, for the tester\n");
    expect(asked?.body).toContain("Say which of session 1 start");
    expect(asked?.body).toContain("- PLAN-001 → IMPL-001");
    dispatch(room);
    room.endNext("tester");
    room.endNext("reviewer");
    expect(rulings(room).slice(3)).toEqual([
      "told: TEST-001, REVIEW-001",
      "TEST-001: 1 other task is under way",
      ": nothing is left to start",
    ]);
    const last = mailOf(room, "coordinator").at(-1);
    expect(last?.subject).toBe("“Refunds” is complete");
    expect(last?.body).toBe(
      "Session 1, “Refunds”, is complete: 4 of 4 steps ended. Its report says what each role did.",
    );
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("holds what the coordinator has not let go, says so, and shows who has the ball", () => {
    const room = atWindow("coordinator");
    expect(room.endNext("tester")).toBeNull();
    expect(blockedReasons(room.view, room.task("TEST-001"))).toMatchObject([
      { kind: "dispatch", text: "Ready. The Coordinator says when it starts." },
    ]);
    expect(ballOf(room.view)).toMatchObject({
      holder: "agent",
      role: "coordinator",
      why: { kind: "dispatches", taskIds: ["TEST-001", "REVIEW-001"] },
    });
    expect(dispatch(room)).toMatchObject({ dispatched: ["TEST-001", "REVIEW-001"], held: [] });
    expect(room.endNext("tester")).toBe("TEST-001");
    expect(dispatch(room)).toMatchObject({ dispatched: [], held: [] });
  });

  it("asks nobody any more which tasks start, once that is said or the session is over", () => {
    const unread = (room: PipelineDriver) => room.view.agents[room.agents.coordinator?.id as never]?.mail.length;
    const room = atWindow("coordinator");
    expect([unread(room), room.view.openMessages.open]).toMatchObject([1, [{ sessionId: 1 }]]);
    dispatch(room, ["TEST-001"]);
    expect([unread(room), room.view.openMessages.open]).toEqual([0, []]);
    const other = atWindow("coordinator");
    other.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "Enough." } as never);
    const left = mailOf(other, "coordinator").at(-1);
    expect(other.view.agents[other.agents.coordinator?.id as never]?.mail).toEqual([left?.id]);
    expect(left?.subject).toBe("“Refunds” was stopped");
    expect([...faultsOf(room.log), ...faultsOf(other.log)]).toEqual([]);
  });

  it("lets some go; the rest goes once those have ended", () => {
    const room = atWindow("coordinator");
    expect(dispatch(room, ["REVIEW-001"])).toMatchObject({ held: ["TEST-001"] });
    expect(blockedReasons(room.view, room.task("TEST-001"))).toMatchObject([
      { kind: "dispatch", text: "Ready. The Coordinator let others start first." },
    ]);
    room.pass(ANSWER_MS).tick();
    expect(held(room)).toEqual(["TEST-001"]);
    room.endNext("reviewer");
    expect(rulings(room).at(-1)).toBe("REVIEW-001: TEST-001 can start");
    expect(room.endNext("tester")).toBe("TEST-001");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("lets them go one after the other", () => {
    const room = atWindow("coordinator");
    const reply = dispatch(room, ["REVIEW-001", "TEST-001"], true);
    expect(reply).toMatchObject({ dispatched: ["REVIEW-001"], held: ["TEST-001"] });
    expect(blockedReasons(room.view, room.task("TEST-001"))).toMatchObject([
      { kind: "dispatch", text: "Starts after REVIEW-001, as the Coordinator said." },
    ]);
    room.pass(ANSWER_MS).tick();
    expect(room.endNext("tester")).toBeNull();
    room.endNext("reviewer");
    expect(rulings(room).slice(-2)).toEqual(["in_turn: TEST-001", "REVIEW-001: 1 other task is under way"]);
    expect(room.endNext("tester")).toBe("TEST-001");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("takes the word of a lead, and of no other agent", () => {
    const room = atWindow("coordinator");
    const taskIds: TaskId[] = [];
    const of = { type: "dispatch" as const, sessionId: 1, taskIds, inOrder: false };
    const tester = room.agents.tester as AgentCaller;
    expect(room.refused({ ...of, by: tester })).toMatchObject({
      code: "entry_point_only",
      message: "Only the Coordinator and people steer a pipeline.",
    });
    const more = { title: "More", description: "", itemId: null, pipeline: "impl-only" };
    expect(room.refused({ type: "createSession", by: tester, ...more })).toMatchObject({
      code: "entry_point_only",
      message: "Only the Coordinator and people add sessions; tester may add items to the backlog.",
      allowed: ["addItems"],
    });
    expect(room.refused({ ...of, by: LEAD, taskIds: ["PLAN-404" as never] })).toMatchObject({
      code: "task_unknown",
      allowed: ["TEST-001", "REVIEW-001"],
    });
    expect(room.refused({ ...of, by: LEAD, sessionId: 9 })).toMatchObject({
      code: "session_unknown",
    });
    expect(room.run({ ...of, by: LEAD, taskIds: ["TEST-001" as never] })).toMatchObject({
      dispatched: ["TEST-001"],
      held: ["REVIEW-001"],
    });
  });

  it("waits for nobody where no coordinator is there", () => {
    const room = atWindow();
    expect(rulings(room).slice(-2)).toEqual([
      "IMPL-001: the coordinator is asked about TEST-001 and REVIEW-001",
      "nobody_there: TEST-001, REVIEW-001",
    ]);
    expect(room.endNext("tester")).toBe("TEST-001");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("waits a minute for one that has gone away", () => {
    const room = new PipelineDriver([...WORKERS, "coordinator"]);
    room.begin("impl-only");
    room.endNext("planner");
    room.silent(room.agents.coordinator as AgentCaller);
    room.endNext("executor");
    expect(held(room)).toEqual(["TEST-001", "REVIEW-001"]);
    expect(mailOf(room, "coordinator")).toEqual([]);
    room.pass(AWAY_MS - 1).tick();
    expect(held(room)).toHaveLength(2);
    room.pass(1).tick();
    expect(rulings(room).at(-1)).toBe("nobody_there: TEST-001, REVIEW-001");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("asks one that comes back within the minute", () => {
    const room = new PipelineDriver([...WORKERS, "coordinator"]);
    room.begin("impl-only");
    room.endNext("planner");
    room.silent(room.agents.coordinator as AgentCaller);
    room.endNext("executor");
    room.join("One coordinator", "coordinator");
    expect(mailOf(room, "coordinator").map(({ subject }) => subject)).toEqual(["2 tasks of “Refunds” could start"]);
    room.pass(AWAY_MS).tick();
    expect(held(room)).toHaveLength(2);
  });

  it("waits five minutes for one that is there and doesn't answer", () => {
    const room = atWindow("coordinator");
    room.pass(ANSWER_MS - 1).tick();
    expect(held(room)).toHaveLength(2);
    room.pass(1).tick();
    expect(rulings(room).at(-1)).toBe("no_answer: TEST-001, REVIEW-001");
    expect(held(room)).toEqual([]);
  });

  it("rules before the agent that ended a task takes its next one", () => {
    const room = new PipelineDriver(["planner", "executor", "coordinator"]);
    room.beginWith("PLAN-001", "PLAN-002<PLAN-001", "PLAN-003<PLAN-001");
    const by = room.agents.planner as AgentCaller;
    const { taskId, fence } = room.run({ type: "claim", by });
    const reply = room.run({
      type: "complete",
      by,
      taskId,
      fence,
      result: { summary: "as asked" },
      next: true,
      reply: null,
    } as never);
    expect(reply.next).toBeNull();
    expect(held(room)).toEqual(["PLAN-002", "PLAN-003"]);
    dispatch(room, ["PLAN-003"]);
    expect(room.endNext("planner")).toBe("PLAN-003");
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("wakes the coordinator twice in a full lifecycle, not once a task", () => {
    const room = new PipelineDriver();
    room.begin("full-lifecycle");
    room.work();
    room.choose("resume");
    const done = room.work();
    expect(done).toHaveLength(4);
    const wakes = mailOf(room, "coordinator").map(({ subject }) => subject);
    expect(wakes).toEqual(["2 tasks of “Refunds” could start", "“Refunds” is complete"]);
    expect(faultsOf(room.log)).toEqual([]);
  });
});

it("a pipeline whose end a gate holds up may be complete: what was not passed is named", () => {
  const room = atWindow("coordinator");
  dispatch(room);
  room.endNext("tester");
  room.cancel("REVIEW-001");
  const last = mailOf(room, "coordinator").at(-1);
  expect(last?.subject).toBe("“Refunds” may be complete");
  expect(last?.body).toContain(
    "nobody works on it: 4 of 4 steps ended. It may be complete. A person is asked what next. Not passed: REVIEW-001 (cancelled).",
  );
  expect(room.decision("gate_failed").question).toContain("quality gate");
});

it("one that is stopped tells its coordinator, waits for nobody, and says of what is left that it ended before", () => {
  const room = new PipelineDriver(["coordinator", "analyst", "writer", "reviewer"]);
  room.begin("full-lifecycle");
  room.work();
  const { session } = room;
  room.choose("stop", "Not this year.");
  expect(mailOf(room, "coordinator").at(-1)?.body).toBe(
    `Session 1, “Refunds”, was stopped by ${LEAD.name} after 6 of 10 steps: “Not this year.”. Nothing of it is left to do.`,
  );
  const why = new Map(stepRows(room.view, session).map((row) => [row.id, row]));
  for (const id of ["CHECKPOINT-1", "PLAN-001"])
    expect(why.get(id)).toMatchObject({
      kind: "blocked",
      why: ["The session ended before it."],
      decisionId: null,
    });
});

it("names that don't wait start nothing, and are refused", () => {
  const room = atWindow("coordinator");
  const by = room.agents.coordinator as never;
  const asked = { type: "dispatch" as const, by, sessionId: 1, inOrder: false };
  expect(room.refused({ ...asked, taskIds: ["IMPL-001" as never] })).toMatchObject({
    code: "task_state",
    message: "IMPL-001 doesn't wait for your word, so nothing was started.",
    allowed: ["TEST-001", "REVIEW-001"],
  });
});
