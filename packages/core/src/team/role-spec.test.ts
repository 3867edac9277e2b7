import { expect, it } from "vitest";
import { roleName } from "../kernel/ids.ts";
import { initPrompt } from "../prompt/init.ts";
import { teamNow } from "../prompt/team-now.ts";
import { ballOf } from "../room/ball.ts";
import { cardOf } from "../room/card.ts";
import { blockedReasons } from "../task/blocked.ts";
import type { HeldTask } from "../task/task.ts";
import { LEAD, MINUTE } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { availableRoles } from "./availability.ts";
import { draftOf, teamOf } from "./draft.ts";
import { presetTeam } from "./presets.ts";
import type { Team } from "./team.ts";

const BROKEN = "---\nprefix: DEV\ninner_loop: sometimes\n---\nBuild it.";
const MENDED = BROKEN.replace("sometimes", "true");
const WHY = "Line 3 of its spec: Use true, false or dynamic.";

/** A squad whose builder works by this spec. */
function withSpec(spec: string): Team {
  const draft = draftOf(presetTeam("squad"));
  const roles = draft.roles.map((role) => (role.name === "builder" ? { ...role, spec } : role));
  const { team, problems } = teamOf({ ...draft, roles });
  if (!team) throw new Error(JSON.stringify(problems));
  return team;
}

function change(driver: Driver, spec: string): void {
  const version = driver.view.teamVersion;
  driver.run({ type: "changeTeam", by: LEAD, team: withSpec(spec), version, remap: {} });
}

/** Everybody is there, the builder's spec has an error, and a task waits for it. */
function aBrokenSquad() {
  const driver = Driver.room("squad");
  const planner = driver.join("Pia", "planner");
  const builder = driver.join("Bob", "builder");
  driver.join("Rae", "reviewer");
  change(driver, BROKEN);
  driver.run(driver.create(LEAD, [{ role: "builder", title: "Store" }]));
  return { driver, planner, builder };
}

it("keeps its role alone from work while its spec has an error, and says where to whoever asks", () => {
  const { driver, builder } = aBrokenSquad();
  expect(availableRoles(driver.view)).toEqual(["planner", "reviewer"]);
  expect(driver.refused({ type: "claim", by: builder })).toMatchObject({
    code: "spec_broken",
    message: `Nobody can work as Builder. ${WHY}`,
    details: { role: "builder", line: 3 },
  });
  const [task] = driver.view.tasks;
  if (!task) throw new Error("no task");
  expect(blockedReasons(driver.view, task).map(({ text }) => text)).toEqual([`Nobody can work as Builder. ${WHY}`]);
});

it("tells the coordinator with its next task", () => {
  const { driver, planner } = aBrokenSquad();
  driver.say("Make refunds idempotent.");
  const task = driver.claim(planner) as HeldTask;
  const agent = driver.view.agents[planner.id];
  if (!agent) throw new Error("no planner");
  const seen = { room: driver.room, agent, now: driver.now };
  expect(teamNow({ ...seen, task })).toContain(`builder: nobody can work by its spec. ${WHY}`);
  const prompt = initPrompt({ ...seen, serverUrl: "https://squadroom.example.org" });
  expect(prompt).toContain("Not available: builder.");
});

it("tells the coordinator of an error that a spec hadn't, once", () => {
  const { driver, planner } = aBrokenSquad();
  const told = () =>
    driver.log.flatMap((event) =>
      event.type === "message.sent" && event.data.message.subject?.includes("spec") ? [event.data] : [],
    );
  expect(told()).toMatchObject([{ mailTo: [planner.id], message: { subject: "The spec of builder has an error" } }]);
  expect(told()[0]?.message.body).toBe(`Nobody works as Builder until the spec is fixed. ${WHY}`);
  change(driver, BROKEN.replace("Build it.", "Build it well."));
  expect(told()).toHaveLength(1);
});

it("asks a person after two minutes, naming the line, and goes on as soon as the spec is mended", () => {
  const { driver, builder } = aBrokenSquad();
  driver.pass(3 * MINUTE).tick();
  const asked = Object.values(driver.view.decisions);
  expect(asked).toMatchObject([
    {
      kind: "role_unavailable",
      question: "Nobody can work as Builder: its spec has an error. Who takes its work?",
      reason: expect.stringContaining(WHY),
    },
  ]);
  change(driver, MENDED);
  driver.tick();
  expect(driver.view.decisions).toEqual({});
  expect(driver.claim(builder).title).toBe("Store");
});

it("asks nobody as soon as the spec is mended, and says till then why the ball is with a person", () => {
  const { driver, builder } = aBrokenSquad();
  // Its agent is there, and asks for work.
  for (let i = 0; i < 8; i++) {
    driver.pass(MINUTE / 2);
    driver.seenAt[builder.id] = driver.now;
    driver.refused({ type: "claim", by: builder });
    driver.tick();
  }
  const [asked] = Object.values(driver.view.decisions);
  driver.run(driver.answer(asked as never, "wait"));
  expect(ballOf(driver.view).why).toMatchObject({ broken: `Nobody can work as Builder. ${WHY}` });
  expect(cardOf(driver.view, { seenAt: {}, waiting: [] }, driver.now, driver.leaseS).alerts).toMatchObject([
    { kind: "role_missing", broken: `Nobody can work as Builder. ${WHY}` },
  ]);
  change(driver, MENDED);
  driver.pass(MINUTE / 2).tick();
  expect(driver.view.decisions).toEqual({});
  expect(ballOf(driver.view)).toMatchObject({ why: { kind: "about_to_take" } });
});

it("says so to its own agents", () => {
  const { driver, builder } = aBrokenSquad();
  const agent = driver.view.agents[builder.id];
  if (!agent) throw new Error("no builder");
  const prompt = () =>
    initPrompt({
      room: driver.room,
      agent,
      now: driver.now,
      serverUrl: "https://squadroom.example.org",
    });
  expect(prompt()).toContain(`Nobody can work as Builder. ${WHY} Until a lead has fixed it, you get no task.`);
  change(driver, MENDED);
  expect(prompt()).not.toContain("Nobody can work");
});

it("calls a team by its preset, also one that was changed", () => {
  const { driver, planner } = aBrokenSquad();
  const agent = driver.view.agents[planner.id];
  if (!agent) throw new Error("no planner");
  const { room, now } = driver;
  const prompt = initPrompt({ room, agent, now, serverUrl: "https://squadroom.example.org" });
  expect(prompt).toMatch(/^# Squad team, changed\n/);
});

function atWork() {
  const driver = Driver.room("squad");
  driver.join("Pia", "planner");
  const builder = driver.join("Bob", "builder");
  driver.run(driver.create(LEAD, [{ role: "builder", title: "Store" }]));
  return { driver, builder, held: driver.claim(builder) };
}

it("stops the agent in hand at its next call with the line; what it consumed counts, and it may give up", () => {
  const { driver, builder: by, held } = atWork();
  change(driver, BROKEN);
  const at = { by, taskId: held.id, fence: held.lease.fence };
  const result = { summary: "done" };
  const question = {
    question: "Which?",
    reason: "It says both.",
    options: [],
    suggestedRole: null,
    urgency: "high",
  };
  const calls: Record<string, object> = {
    progress: { ...at, progress: { action: "testing" } },
    complete: { ...at, result, next: false, reply: null },
    handOff: { ...at, handoff: { to: "reviewer", intent: "work", message: "See." }, next: false },
    askIntervention: { ...at, ...question },
    claim: { by },
  };
  for (const [type, call] of Object.entries(calls))
    expect(driver.refused({ type, ...call } as never), type).toMatchObject({
      code: "spec_broken",
      message: `Nobody can work as Builder. ${WHY}`,
      details: { role: "builder", line: 3 },
    });
  const usage = { inputTokens: 5, outputTokens: 1, runs: 0 };
  driver.run({ type: "progress", ...at, progress: {}, usage } as never);
  change(driver, MENDED);
  driver.run({ type: "progress", ...calls.progress } as never);
  change(driver, BROKEN);
  const { state } = driver.run({ type: "fail", ...at, reason: "The spec." });
  expect(state).toBe("pending");
});

it("keeps what its agent has in hand", () => {
  const { driver, builder, held } = atWork();
  change(driver, BROKEN);
  expect(driver.view.tasks.find(({ id }) => id === held.id)?.lease?.agentId).toBe(builder.id);
  expect(driver.view.team?.roles.map(({ name }) => name)).toContain(roleName("builder"));
});
