import { describe, expect, it } from "vitest";
import type { Agent } from "../agent/agent.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Fence, RoleName, TaskId } from "../kernel/ids.ts";
import { allowedHandoffs } from "../prompt/deliver.ts";
import { deliveryText } from "../prompt/delivery.ts";
import { factsOf } from "../prompt/facts.ts";
import { joinNote, resultParts, resultsOf } from "../prompt/fanout.ts";
import { cardOf } from "../room/card.ts";
import { PARK_AFTER_MS } from "../task/parking.ts";
import { draftOf, teamOf } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import type { Team } from "../team/team.ts";
import { anId, LEAD, MINUTE, SECOND } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { earlierIn } from "../testing/earlier.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { currentAttempt, type Fanout } from "./fanout.ts";

/** A routed squad with one agent of each role. */
class Squad {
  readonly room: Driver;
  readonly planner: AgentCaller;
  readonly builder: AgentCaller;
  readonly reviewer: AgentCaller;

  constructor(tiers = {}) {
    const draft = { ...draftOf(presetTeam("squad")), routing: { rules: [], tiers } };
    this.room = Driver.room(teamOf(draft).team as Team);
    this.planner = this.room.join("Pia", "planner");
    this.builder = this.room.join("Bob", "builder");
    this.reviewer = this.room.join("Rex", "reviewer");
  }

  get fanout(): Fanout {
    return this.room.view.fanouts.all.at(-1) as Fanout;
  }

  outcomes() {
    return this.fanout.branches.map((branch) => currentAttempt(branch).outcome);
  }

  claimed(by: AgentCaller): TaskId | null {
    return this.room.run({ type: "claim", by }).taskId as TaskId | null;
  }

  done(by: AgentCaller, summary: string): void {
    const { id: taskId, lease } = this.room.claim(by);
    this.room.run({
      type: "complete",
      by,
      taskId,
      fence: lease.fence,
      result: { summary },
      next: false,
    });
  }

  fail(by: AgentCaller, reason: string): void {
    const { id: taskId, lease } = this.room.claim(by);
    this.room.run({ type: "fail", by, taskId, fence: lease.fence, reason });
  }
}

describe("a message that names several", () => {
  it("becomes a task for each of them, and its own waits for all of them", () => {
    const squad = new Squad();
    const { room } = squad;
    const id = room.say("@builder @reviewer Is the refund flow ready?");
    expect(room.task(id)).toMatchObject({ role: "planner", waitsFor: ["DEV-001", "REVIEW-001"] });
    expect(squad.claimed(squad.planner)).toBeNull();
    squad.done(squad.builder, "It is.");
    expect(squad.claimed(squad.planner)).toBeNull();
    squad.done(squad.reviewer, "It isn't.");
    expect(squad.outcomes()).toEqual(["fulfilled", "fulfilled"]);
    expect(squad.claimed(squad.planner)).toBe(id);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("gives its files to each of them", () => {
    const squad = new Squad();
    const { room } = squad;
    const image = { id: anId(77), name: "totals.png", type: "image/png", size: 2048, sha256: "00" };
    const body = "@builder @reviewer Why is the total wrong here?";
    const sent = { body, repliesTo: null, priority: "medium" as const, attachments: [image] };
    room.run({ type: "sendUserMessage", by: LEAD, interrupt: false, ...sent });
    const task = room.claim(squad.builder);
    const agent = room.view.agents[squad.builder.id] as Agent;
    const none = {
      origin: null,
      earlier: [],
      messages: [],
      recent: [],
      handoffs: allowedHandoffs(room.room, task, agent),
    };
    const keys = { handoff: anId(901), done: anId(902), fail: anId(903) };
    const input = { ...none, room: room.room, task, agent, keys, now: room.now };
    expect(factsOf(input).attachments).toEqual([image]);
    const text = deliveryText(input);
    expect(text).toContain("totals.png (image/png, 2 kB)");
    // A branch ends with its result: nothing says how to hand it on, or what begins when it ends.
    expect(text).toContain("PLAN-001 joins the results once each has ended. No handoff");
    expect(text).not.toMatch(/start[s]? when it completes|A handoff completes it|handoff `|in force/);
    expect(text).toContain("Attempt 1 of 1.");
    expect(factsOf(input).attemptsMax).toBe(1);
    expect(text).toContain(`completion \`${keys.done}\``);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("has its results once each, and is answered to the user by who joins them", () => {
    const squad = new Squad();
    const { room } = squad;
    room.say("@builder @reviewer Why is the total wrong here?");
    squad.done(squad.builder, "Bob found that cents are cut.");
    squad.done(squad.reviewer, "Rex saw the same.");
    const task = room.claim(squad.planner);
    const agent = room.view.agents[squad.planner.id] as Agent;
    const earlier = earlierIn(room.log, task);
    expect(earlier.map(({ id }) => id)).toEqual(["REVIEW-001", "DEV-001"]);
    const input = {
      origin: null,
      earlier,
      messages: [],
      recent: [],
      room: room.room,
      task,
      agent,
      handoffs: allowedHandoffs(room.room, task, agent),
      keys: { handoff: anId(901), done: anId(902), fail: anId(903) },
      now: room.now,
    };
    const text = deliveryText(input);
    expect(text.split("Bob found that cents are cut.")).toHaveLength(2);
    expect(text.split("Rex saw the same.")).toHaveLength(2);
    expect(factsOf(input).ends[0]).toMatchObject({ to: "user", intent: "deliver" });
  });

  it("goes on without a branch that fails, and asks nobody about it", () => {
    const squad = new Squad();
    const id = squad.room.say("@builder @reviewer Is it ready?");
    squad.fail(squad.builder, "No database here.");
    squad.done(squad.reviewer, "It is.");
    expect(squad.outcomes()).toEqual(["rejected", "fulfilled"]);
    expect(squad.room.view.decisions).toEqual({});
    const { seenAt, now, leaseS, view } = squad.room;
    const card = cardOf(view, { seenAt, waiting: [] }, now, leaseS);
    expect(card.alerts.filter(({ kind }) => kind === "task_failed")).toEqual([]);
    expect(squad.room.task("DEV-001").state).toBe("failed");
    expect(squad.claimed(squad.planner)).toBe(id);
  });

  it("leaves it to the entry point where more are named than may work on it", () => {
    const squad = new Squad({ standard: { fanOut: 1 }, full: { fanOut: 1 } });
    const id = squad.room.say("@builder @reviewer Is it ready?");
    expect(squad.room.view.fanouts.number).toBe(0);
    expect(squad.claimed(squad.planner)).toBe(id);
  });

  it("can be withdrawn: its branches end with it, and its words stay as they are", () => {
    const squad = new Squad();
    const taskId = squad.room.say("@builder @reviewer Is it ready?");
    squad.room.claim(squad.builder);
    const by = { ...LEAD, isLead: true };
    expect(squad.room.refused({ type: "editMessage", by, taskId, body: "Else." }).code).toBe("task_state");
    squad.room.run({ type: "withdrawMessage", by, taskId });
    expect(squad.outcomes()).toEqual(["rejected", "rejected"]);
    expect(squad.room.view.tasks).toEqual([]);
    expect(faultsOf(squad.room.log)).toEqual([]);
  });
});

describe("a branch", () => {
  it("has the seconds that its tier gives, and ends timed out at its limit", () => {
    const squad = new Squad({ standard: { branchS: 60 } });
    squad.room.say("@builder @reviewer Is it ready?");
    squad.room.claim(squad.builder);
    squad.room.pass(59 * SECOND).tick();
    expect(squad.outcomes()).toEqual([null, null]);
    squad.room.pass(SECOND).tick();
    expect(squad.outcomes()).toEqual(["timed_out", "timed_out"]);
    const texts = squad.fanout.branches.map((branch) => currentAttempt(branch).text);
    expect(texts).toEqual(["Not done within 60 s of the claim.", "Nobody took it within 60 s."]);
    expect(squad.claimed(squad.planner)).toBe("PLAN-001");
    expect(faultsOf(squad.room.log)).toEqual([]);
  });

  it("is empty, never fulfilled, where its result has no word", () => {
    const squad = new Squad();
    squad.room.say("@builder @reviewer Is it ready?");
    squad.done(squad.builder, "…");
    expect(squad.outcomes()).toEqual(["empty", null]);
  });

  it("is left out when a person cancels it, and the joining task stays", () => {
    const squad = new Squad();
    const id = squad.room.say("@builder @reviewer Is it ready?");
    const cancel = { type: "cancelTask" as const, by: LEAD, cascade: false, reason: "Not needed." };
    squad.room.run({ ...cancel, taskId: "DEV-001" as TaskId });
    squad.done(squad.reviewer, "It is.");
    expect(squad.outcomes()).toEqual(["rejected", "fulfilled"]);
    expect(squad.claimed(squad.planner)).toBe(id);
  });

  it("ends with its result only: it hands nothing on, creates no task, and tells the others nothing", () => {
    const squad = new Squad();
    const { room, builder: by } = squad;
    room.say("@builder @reviewer Is it ready?");
    room.claim(by);
    expect(room.refused(room.handOff(by, "reviewer", "work")).code).toBe("reply_wanted");
    expect(room.refused(room.create(by, [{ role: "builder" }])).code).toBe("task_state");
    const message = { type: "sendAgentMessage" as const, by, body: "Psst.", repliesTo: null };
    const to = { kind: "role" as const, role: "reviewer" as RoleName };
    expect(room.refused({ ...message, to }).code).toBe("target_not_allowed");
    expect(room.try({ ...message, to: { kind: "user" } }).ok).toBe(true);
  });
});

describe("a branch that nobody can take", () => {
  it("has all of its time once the room may go on", () => {
    const squad = new Squad();
    const { room } = squad;
    const budget = { tokens: null, costUsdMicros: null, runs: 1, warnAt: 0.8 };
    const limit = { type: "limitUse" as const, by: LEAD, scope: { kind: "room" as const } };
    room.run({ ...limit, budget });
    room.say("@builder @reviewer Is it ready?");
    squad.done(squad.builder, "It is.");
    room.pass(10 * MINUTE).tick();
    expect(squad.outcomes()).toEqual(["fulfilled", null]);
    room.run({ ...limit, budget: { ...budget, runs: 9 } });
    room.pass(119 * SECOND).tick();
    expect(squad.outcomes()).toEqual(["fulfilled", null]);
    room.pass(2 * SECOND).tick();
    expect(squad.outcomes()).toEqual(["fulfilled", "timed_out"]);
  });

  it("waits where a person said so, and has all of its time once its role is there", () => {
    const squad = new Squad({ standard: { branchS: 600 } });
    const { room } = squad;
    room.run({ type: "leaveRoom", by: squad.reviewer, reason: "" });
    room.say("@builder @reviewer Is it ready?");
    squad.done(squad.builder, "It is.");
    room.pass(PARK_AFTER_MS).tick();
    room.run(room.answer(room.decision("role_unavailable"), "wait"));
    room.pass(20 * MINUTE).tick();
    expect(squad.outcomes()).toEqual(["fulfilled", null]);
    room.join("Rex", "reviewer");
    room.pass(599 * SECOND).tick();
    expect(squad.outcomes()).toEqual(["fulfilled", null]);
  });
});

describe("a retry", () => {
  it("of one branch makes its results wait again, while nobody has begun to join them", () => {
    const squad = new Squad();
    const id = squad.room.say("@builder @reviewer Is it ready?");
    squad.fail(squad.builder, "No database here.");
    squad.done(squad.reviewer, "It is.");
    squad.room.run({ type: "retryBranch", by: LEAD, taskId: "DEV-001" as TaskId });
    expect(squad.claimed(squad.planner)).toBeNull();
    squad.done(squad.builder, "Now it is.");
    expect(squad.outcomes()).toEqual(["fulfilled", "fulfilled"]);
    expect(squad.claimed(squad.planner)).toBe(id);
    expect(squad.fanout.branches[0]?.attempts.map(({ outcome }) => outcome)).toEqual(["rejected", "fulfilled"]);
    expect(faultsOf(squad.room.log)).toEqual([]);
  });

  it("after the answer has its results joined again, in a task of its own", () => {
    const squad = new Squad();
    squad.room.say("@builder @reviewer Is it ready?");
    squad.fail(squad.builder, "No database here.");
    squad.done(squad.reviewer, "It is.");
    squad.done(squad.planner, "Rex says it is; Bob found no database.");
    squad.room.run({ type: "retryBranch", by: squad.planner, taskId: "DEV-001" as TaskId });
    squad.done(squad.builder, "Now it is.");
    expect(squad.claimed(squad.planner)).toBe("PLAN-002");
    expect(squad.fanout).toMatchObject({ joinTaskId: "PLAN-002", isStale: false });
    expect(faultsOf(squad.room.log)).toEqual([]);
  });

  it("is joined again with the model and the tier that its message named", () => {
    const squad = new Squad();
    const body = "@builder @reviewer Is it ready?";
    const sent = { body, repliesTo: null, priority: "medium" as const, model: "fast" };
    squad.room.run({ type: "sendUserMessage", by: LEAD, interrupt: false, ...sent });
    squad.fail(squad.builder, "No database here.");
    squad.done(squad.reviewer, "It is.");
    squad.done(squad.planner, "Rex says it is; Bob found no database.");
    squad.room.run({ type: "retryBranch", by: squad.planner, taskId: "DEV-001" as TaskId });
    squad.done(squad.builder, "Now it is.");
    expect(squad.room.task("PLAN-002").wish).toEqual({ model: "fast", tier: squad.fanout.tier });
  });

  it("ends with the joining task when somebody cancels that, and nobody joins the results again", () => {
    const squad = new Squad();
    const { room } = squad;
    const join = room.say("@builder @reviewer Is it ready?");
    squad.fail(squad.builder, "No database here.");
    squad.done(squad.reviewer, "It is.");
    squad.claimed(squad.planner);
    room.run({ type: "retryBranch", by: LEAD, taskId: "DEV-001" as TaskId });
    room.run({ type: "cancelTask", by: LEAD, taskId: join, cascade: false, reason: "Not needed." });
    expect(squad.outcomes()).toEqual(["rejected", "fulfilled"]);
    room.pass(SECOND).tick();
    expect(room.view.tasks).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is for who joins the results, and for branches that failed", () => {
    const squad = new Squad();
    squad.room.say("@builder @reviewer Is it ready?");
    const retry = { type: "retryBranch" as const, taskId: "DEV-001" as TaskId };
    expect(squad.room.refused({ ...retry, by: LEAD }).code).toBe("task_state");
    squad.fail(squad.builder, "No database here.");
    expect(squad.room.refused({ ...retry, by: squad.reviewer }).code).toBe("forbidden");
  });
});

describe("an agent that asks several", () => {
  const ask = (squad: Squad, more: object = {}) => {
    const { id: taskId, lease } = squad.room.claim(squad.planner);
    const branches = [
      { role: "builder" as RoleName, instruction: "Does it hold under retries?" },
      { role: "reviewer" as RoleName, instruction: "Can anyone be paid twice?" },
    ];
    const by = squad.planner;
    return { type: "fanOut" as const, by, taskId, fence: lease.fence, branches, ...more };
  };

  it("gives its task back until all have spoken, and gets it again with the results", () => {
    const squad = new Squad();
    const id = squad.room.say("Is the refund flow safe to merge, under retries too?");
    squad.room.run(ask(squad));
    expect(squad.room.task(id)).toMatchObject({ state: "pending", lease: null, attempts: 0 });
    expect(squad.claimed(squad.planner)).toBeNull();
    squad.done(squad.builder, "It holds.");
    squad.done(squad.reviewer, "Nobody can.");
    expect(squad.claimed(squad.planner)).toBe(id);
    expect(faultsOf(squad.room.log)).toEqual([]);
  });

  it("is not joined by who ends the last branch before that branch has its outcome", () => {
    const squad = new Squad();
    const { room } = squad;
    room.say("Is the refund flow safe to merge, under retries too?");
    const command = ask(squad);
    const branches = [command.branches[1], { role: "planner" as RoleName, instruction: "And you?" }];
    room.run({ ...command, branches: branches as typeof command.branches });
    squad.done(squad.reviewer, "Nobody can.");
    const { id: taskId, lease } = room.claim(squad.planner);
    const result = { summary: "I hold it for safe." } as never;
    const last = { by: squad.planner, taskId, fence: lease.fence, result };
    room.run({ type: "complete", ...last, next: true });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("gets the results of all that it asked, and goes on without any of them", () => {
    const squad = new Squad();
    const { room } = squad;
    const join = room.say("Is the refund flow safe to merge, under retries too?");
    room.run(ask(squad));
    squad.done(squad.builder, "It holds.");
    squad.fail(squad.reviewer, "No database here.");
    room.run(ask(squad));
    const first = { by: LEAD, taskId: "REVIEW-001" as TaskId };
    room.run({ type: "retryBranch", ...first });
    room.run({ type: "cancelTask", ...first, cascade: false, reason: "" });
    squad.done(squad.builder, "It still holds.");
    squad.done(squad.reviewer, "Nobody can.");
    expect(squad.claimed(squad.planner)).toBe(join);
    const task = room.task(join);
    const texts = resultsOf(room.room, task)?.branches.map(({ text }) => text);
    expect(texts).toEqual(["It holds.", "Lea cancelled it", "It still holds.", "Nobody can."]);
    expect(resultParts(room.room, task)).toHaveLength(4);
    expect(joinNote(room.room, task)).toContain("REVIEW-001 (reviewer) brought no result");
  });

  it("is held to what the message's tier allows", () => {
    const squad = new Squad({ standard: { fanOut: 1, timeoutS: 600 } });
    squad.room.say("Fix the refund flow and check it.");
    const command = ask(squad);
    expect(squad.room.refused(command)).toMatchObject({
      code: "limit_reached",
      details: { limit: 1, tier: "standard" },
    });
    const [first] = command.branches;
    const branches = first ? [first] : [];
    expect(squad.room.refused({ ...command, branches, branchS: 601 }).details).toMatchObject({
      limit: 600,
    });
    expect(squad.room.task("PLAN-001").timeoutS).toBe(600);
    squad.room.run({ ...command, branches, branchS: 600 });
    expect(squad.room.task("DEV-001").timeoutS).toBe(600);
  });

  it("asks nobody to whom it may give no task, and no branch asks others", () => {
    const squad = new Squad();
    squad.room.say("@builder Fix it.");
    const { id: taskId, lease } = squad.room.claim(squad.builder);
    const branches = [{ role: "planner" as RoleName, instruction: "Plan it." }];
    const command = { type: "fanOut" as const, by: squad.builder, taskId, branches };
    const fence: Fence = lease.fence;
    expect(squad.room.refused({ ...command, fence }).code).toBe("target_not_allowed");
  });
});
