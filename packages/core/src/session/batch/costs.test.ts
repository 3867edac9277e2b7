import { describe, expect, it } from "vitest";
import { MINUTE } from "../../testing/builders.fixture.ts";
import { REPLIES, type ReplyName } from "../../testing/replies.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";
import type { ReportedUsage } from "../../usage/usage.ts";
import { batchCosts, isComparable, tasksToCome } from "./costs.ts";

const used = (costUsdMicros: number | null): ReportedUsage => ({
  inputTokens: 100,
  outputTokens: 10,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsdMicros,
  model: null,
  runs: 0,
});

/** In three batches, at the first plan; `approach` has its estimate of tasks. */
function atPlan(approach?: number): SessionDriver {
  const room = new SessionDriver();
  const batches = ["One", "Two", "Three"].map((title) => ({ title, description: title }));
  room.start();
  room.present("scout");
  room.present("triage", { batches });
  if (approach === undefined) {
    room.choose("triage", "skip");
  } else {
    room.choose("triage", "agree");
    room.present("questions");
    room.choose("questions", "done");
    const [one, two] = REPLIES.approaches.approaches;
    room.present("approaches", { approaches: [{ ...one, taskEstimate: approach }, two] });
    room.choose("approach", "choose:a1");
    room.present("design");
    for (let i = 0; i < 3; i++) room.choose("design_section", "approve");
  }
  room.present("plan");
  return room;
}

/** Both tasks of the plan are done and reviewed; each run reports this. */
function workFor(room: SessionDriver, costUsdMicros: number | null | undefined): void {
  room.choose("plan", "approve");
  for (const by of [room.builder, room.reviewer, room.builder, room.reviewer]) {
    const { id, lease } = room.claim(by);
    room.pass(MINUTE);
    const usage = costUsdMicros === undefined ? undefined : used(costUsdMicros);
    const reply = JSON.stringify(REPLIES.review);
    const done = { by, taskId: id, fence: lease.fence, result: { summary: "done" }, next: false };
    room.run({ type: "complete", ...done, reply, usage });
  }
  room.present("review" satisfies ReplyName);
}

function toNextPlan(room: SessionDriver): void {
  room.choose("batch_checkpoint", "continue");
  room.present("scout");
  room.present("plan");
}

const costsOf = (room: SessionDriver) => batchCosts(room.view, room.session());

describe("what batches cost against what they were thought to", () => {
  it("judges batches to come by what tasks cost here, and the first by nothing", () => {
    const room = atPlan();
    workFor(room, 300_000);
    const [one, two, three] = costsOf(room);
    expect(one).toMatchObject({ place: "now", tasks: 2, estimate: null, overUsdMicros: 0 });
    expect(one?.usage.costUsdMicros).toBe(1_200_000);
    expect(two).toMatchObject({ place: "to_come", tasks: null, estimate: { mid: 1_200_000 } });
    expect(three).toEqual({ ...two, title: "Three" });
  });

  it("keeps what an ended batch cost and was thought to, and says what lies above", () => {
    const room = atPlan();
    workFor(room, 100_000);
    toNextPlan(room);
    workFor(room, 150_000);
    toNextPlan(room);
    const [one, two, three] = costsOf(room);
    expect(one).toMatchObject({ place: "over", tasks: 2, estimate: null });
    expect(one?.usage.costUsdMicros).toBe(400_000);
    expect(two).toMatchObject({ place: "over", tasks: 2, estimate: { mid: 400_000 } });
    expect(two).toMatchObject({ usage: { costUsdMicros: 600_000 }, overUsdMicros: 200_000 });
    expect(three).toMatchObject({ place: "now", usage: { costUsdMicros: 0 } });
  });

  it("says of batches to come what tokens their tasks will take, whatever is known of prices", () => {
    const room = atPlan();
    workFor(room, null);
    const [one, two] = costsOf(room);
    // Two runs of 110 tokens for each task, and as many tasks as the batch so far had.
    expect(two).toMatchObject({ tokens: { low: 440, mid: 440, high: 440 }, judgedAs: 2 });
    expect(one).toMatchObject({ tokens: null, judgedAs: null });
    const silent = atPlan(10);
    workFor(silent, undefined);
    expect(costsOf(silent)[1]).toMatchObject({ tokens: null, estimate: null, judgedAs: 4 });
  });

  it("leaves a price unknown that nobody named, and an estimate that rests on it", () => {
    const room = atPlan();
    workFor(room, null);
    const [one, two] = costsOf(room);
    expect(one?.usage).toMatchObject({ costUsdMicros: 0, unpricedTokens: 440 });
    expect(two?.estimate).toBeNull();
  });

  it("has no estimate of a batch in which some tasks have nothing to be judged by", () => {
    const room = atPlan();
    workFor(room, 100_000);
    room.choose("batch_checkpoint", "continue");
    room.present("scout");
    const [first, second] = REPLIES.plan.tasks;
    room.present("plan", { tasks: [first, { ...second, role: "planner" }] });
    room.choose("plan", "approve");
    expect(room.session().execution?.estimate).toMatchObject({ unjudged: 1 });
    expect(costsOf(room)[1]?.estimate).toBeNull();
    // Those to come are judged by the roles that have something.
    expect(costsOf(room)[2]?.estimate).toMatchObject({ mid: 400_000 });
  });

  it("spreads what the chosen approach leaves over the batches to come", () => {
    const room = atPlan(10);
    workFor(room, 100_000);
    expect(tasksToCome(room.session())).toBe(4);
    expect(costsOf(room)[1]).toMatchObject({ tasks: 4, estimate: { mid: 800_000 } });
    toNextPlan(room);
    workFor(room, 100_000);
    expect(tasksToCome(room.session())).toBe(6);
  });

  it("knows no number of tasks where the approach was thought too small", () => {
    const room = atPlan(3);
    workFor(room, 100_000);
    expect(tasksToCome(room.session())).toBeNull();
    expect(costsOf(room)[1]).toMatchObject({ tasks: null, estimate: { mid: 400_000 } });
  });

  it("has nothing to compare where nobody reported anything", () => {
    const room = atPlan();
    workFor(room, undefined);
    expect(isComparable(costsOf(room))).toBe(false);
    const other = atPlan();
    workFor(other, null);
    expect(isComparable(costsOf(other))).toBe(true);
  });
});
