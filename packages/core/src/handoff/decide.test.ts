import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type Fence, roleName, taskId } from "../kernel/ids.ts";
import { blockedReasons } from "../task/blocked.ts";
import { liveTask } from "../task/order.ts";
import { availableRoles } from "../team/availability.ts";
import { presetTeam } from "../team/presets.ts";
import { allowedTargets } from "../team/targets.ts";
import { INTENTS, type TeamPreset } from "../team/team.ts";
import { LEAD, SECOND, subsetsOf, WRITTEN_PRESETS } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

/** A squad whose builder holds DEV-001; `others` joined before the delivery. */
function aBuilderAtWork(others: string[]): { driver: Driver; ada: ReturnType<Driver["join"]> } {
  const driver = Driver.room("squad");
  for (const role of others) driver.join(`${role}-1`, role);
  const ada = driver.join("Ada", "builder");
  driver.run(driver.create(LEAD, [{ role: "builder" }]));
  driver.claim(ada);
  return { driver, ada };
}

function heldBy(driver: Driver, by: ReturnType<Driver["join"]>) {
  const task = driver.view.tasks.find(({ lease }) => lease?.agentId === by.id);
  if (!task?.lease) throw new Error(`${by.name} holds nothing`);
  return { taskId: task.id, fence: task.lease.fence };
}

function leave(driver: Driver, name: string, role: string): void {
  const by = { ...driver.join(name, role), connection: null };
  driver.run({ type: "leaveRoom", by, reason: "" });
}

describe("naming the agent of the next task", () => {
  function aSquadOfTwoReviewers() {
    const { driver, ada } = aBuilderAtWork(["planner", "reviewer"]);
    const rex = driver.join("Rex", "reviewer");
    const command = (agentId: string, to = "reviewer") => {
      const made = driver.handOff(ada, to, "work", heldBy(driver, ada));
      return {
        ...made,
        handoff: { ...made.handoff, task: { ...made.handoff.task, agentId } },
      } as typeof made;
    };
    return { driver, ada, rex, command };
  }

  it("gives it to that one alone", () => {
    const { driver, rex, command } = aSquadOfTwoReviewers();
    driver.run(command(rex.id));
    expect(driver.task("REVIEW-001").agentId).toBe(rex.id);
  });

  it("is refused for an agent of another role, and for nobody's id", () => {
    const { driver, ada, command } = aSquadOfTwoReviewers();
    for (const id of [ada.id, "01a20055-0000-7000-8000-00000000dead"])
      expect(driver.refused(command(id)).code).toBe("agent_unknown");
  });

  it("binds no stand-in", () => {
    const { driver, rex, command } = aSquadOfTwoReviewers();
    leave(driver, "reviewer-1", "reviewer");
    driver.run({ type: "leaveRoom", by: { ...rex, connection: null }, reason: "" });
    driver.run(command(rex.id));
    expect(driver.task("PLAN-001").agentId).toBeNull();
  });
});

describe("handing off", () => {
  it("passes a message to nobody who has a part of it already", () => {
    const driver = Driver.room("squad");
    const paul = driver.join("Paul", "planner");
    driver.join("Ada", "builder");
    driver.join("Rex", "reviewer");
    driver.say("Both of it.");
    driver.claim(paul);
    driver.run(driver.create(paul, [{ role: "builder" }, { role: "builder" }]));
    const task = heldBy(driver, paul);
    const refusal = driver.refused(driver.handOff(paul, "builder", "work", task));
    expect(refusal.code).toBe("target_not_allowed");
    expect(refusal.message).toContain("You made DEV-001, DEV-002 for builder out of PLAN-001");
    expect(refusal.allowed).toContain("completeTask");
    expect(refusal.allowed).not.toContainEqual({
      action: "handOff",
      to: "builder",
      intent: "work",
    });
    driver.run(driver.handOff(paul, "builder", "question", task));
    expect(driver.view.tasks.filter(({ role }) => role === "builder")).toHaveLength(3);
  });

  it("completes the task, delivers the message and creates the next task in one ruling", () => {
    const { driver, ada } = aBuilderAtWork(["planner", "reviewer"]);
    const reply = driver.run(driver.handOff(ada, "reviewer", "work", { message: "Please check.\nAll of it." }));
    expect(reply).toMatchObject({
      to: "reviewer",
      intent: "work",
      taskId: "REVIEW-001",
      variant: "full_team",
      rerouted: null,
    });
    expect(driver.log.at(-1)).toMatchObject({
      type: "handoff.delivered",
      data: {
        fromTaskId: "DEV-001",
        to: "reviewer",
        available: ["planner", "builder", "reviewer"],
      },
    });
    expect(liveTask(driver.view, taskId("DEV-001"))).toBeUndefined();
    expect(driver.task("REVIEW-001")).toMatchObject({
      state: "pending",
      role: "reviewer",
      title: "Please check.",
      instruction: "Please check.\nAll of it.",
      intent: "work",
      fromTaskId: "DEV-001",
    });
  });

  it("calls rework FIX, whoever does it", () => {
    const driver = Driver.room("squad");
    for (const role of ["planner", "builder"]) driver.join(`${role}-1`, role);
    const rex = driver.join("Rex", "reviewer");
    driver.run(driver.create(LEAD, [{ role: "reviewer" }]));
    driver.claim(rex);
    expect(driver.run(driver.handOff(rex, "builder", "findings")).taskId).toBe("FIX-001");
    expect(driver.task("FIX-001")).toMatchObject({ role: "builder", intent: "findings" });
  });

  it("reroutes to the stand-in when the role is not there, and says so in answer and log", () => {
    const { driver, ada } = aBuilderAtWork(["planner"]);
    const reply = driver.run(driver.handOff(ada, "reviewer", "work"));
    expect(reply).toMatchObject({
      to: "planner",
      taskId: "PLAN-001",
      variant: "planner_builder",
      rerouted: { wanted: "reviewer", reason: "Reviewer is not available; Planner stands in." },
    });
    expect(driver.log.at(-2)).toMatchObject({
      type: "handoff.rerouted",
      actor: { kind: "server" },
      data: {
        from: "builder",
        wanted: "reviewer",
        got: "planner",
        available: ["planner", "builder"],
      },
    });
  });

  it("decides on who is there at the handoff, not at the delivery", () => {
    const { driver, ada } = aBuilderAtWork(["planner", "reviewer"]);
    leave(driver, "reviewer-1", "reviewer");
    expect(driver.run(driver.handOff(ada, "reviewer", "work"))).toMatchObject({ to: "planner" });
  });

  it("delivers a pair's work to the user, marked unreviewed, when no reviewer is there", () => {
    const driver = Driver.room("pair");
    const ada = driver.join("Ada", "builder");
    driver.say("Fix the footer");
    driver.claim(ada);
    expect(driver.run(driver.handOff(ada, "reviewer", "work"))).toMatchObject({
      to: "user",
      intent: "deliver",
      unreviewed: true,
      taskId: null,
    });
    expect(driver.view.lastDelivery).toMatchObject({ by: "Ada", unreviewed: true });
    expect(driver.view.ended[0]).toMatchObject({
      id: "DEV-001",
      state: "completed",
      unreviewed: true,
    });
  });

  it("marks no question unreviewed: nothing was made that could be reviewed", () => {
    const driver = Driver.room("pair");
    const ada = driver.join("Ada", "builder");
    driver.say("Fix the footer");
    driver.claim(ada);
    expect(driver.run(driver.handOff(ada, "user", "question"))).toMatchObject({
      unreviewed: false,
    });
    expect(driver.view.ended[0]?.unreviewed).toBe(false);
  });

  it("refuses a role that nobody fills and nobody stands in for, with what is allowed and who does it now", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    driver.say("Fix the footer");
    driver.claim(pia);
    const refusal = driver.refused(driver.handOff(pia, "builder", "work"));
    expect(refusal).toMatchObject({
      code: "target_unavailable",
      allowed: [
        { action: "handOff", to: "user", intent: "deliver" },
        { action: "handOff", to: "user", intent: "question" },
      ],
      details: { wanted: "builder", available: ["planner"], variant: "planner_solo" },
    });
    expect(refusal.message).toContain("planner implements and reviews");
  });

  it("refuses what the chain does not know, with what it does", () => {
    const { driver, ada } = aBuilderAtWork(["planner", "reviewer"]);
    expect(driver.refused(driver.handOff(ada, "user", "deliver"))).toMatchObject({
      code: "target_not_allowed",
      allowed: [
        { action: "handOff", to: "reviewer", intent: "work" },
        { action: "handOff", to: "reviewer", intent: "question" },
        { action: "handOff", to: "planner", intent: "question" },
      ],
    });
    expect(driver.refused(driver.handOff(ada, "planner", "work")).code).toBe("target_not_allowed");
    expect(driver.refused(driver.handOff(ada, "nobody", "work")).code).toBe("role_unknown");
  });

  it("counts a question that reports changed artifacts as work", () => {
    const { driver, ada } = aBuilderAtWork(["planner", "reviewer"]);
    const artifacts = [{ path: "src/a.ts", status: "modified" as const }];
    expect(driver.refused(driver.handOff(ada, "planner", "question", { artifacts })).code).toBe("target_not_allowed");
    expect(driver.run(driver.handOff(ada, "reviewer", "question", { artifacts }))).toMatchObject({
      intent: "work",
    });
  });

  it("lets a question through without review", () => {
    const { driver, ada } = aBuilderAtWork(["planner", "reviewer"]);
    expect(driver.run(driver.handOff(ada, "planner", "question"))).toMatchObject({
      to: "planner",
      intent: "question",
    });
  });

  it("keeps a delivered target while it is there, though the team grew", () => {
    const { driver, ada } = aBuilderAtWork(["planner"]);
    driver.join("Rex", "reviewer");
    expect(driver.run(driver.handOff(ada, "planner", "work"))).toMatchObject({
      to: "planner",
      variant: "planner_builder",
      rerouted: null,
    });
  });

  it("wants every success criterion answered and met, but not of a question or findings", () => {
    const driver = Driver.room("squad");
    for (const role of ["planner", "builder"]) driver.join(`${role}-1`, role);
    const rex = driver.join("Rex", "reviewer");
    driver.run(driver.create(LEAD, [{ role: "reviewer", successCriteria: ["tests pass"] }]));
    driver.claim(rex);
    const unmet = [{ criterion: "tests pass", met: false }];
    expect(driver.refused(driver.handOff(rex, "planner", "work"))).toMatchObject({
      code: "evidence_missing",
      details: { missing: ["tests pass"], unmet: [] },
    });
    expect(driver.refused(driver.handOff(rex, "planner", "work", { criteria: unmet }))).toMatchObject({
      details: { missing: [], unmet: ["tests pass"] },
    });
    expect(driver.run(driver.handOff(rex, "builder", "findings", { criteria: unmet }))).toMatchObject({
      to: "builder",
    });
  });

  it("takes the next task in the same commit where that is asked for", () => {
    const { driver, ada } = aBuilderAtWork(["planner", "reviewer"]);
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    const before = driver.log.length;
    const reply = driver.run(driver.handOff(ada, "reviewer", "work", { next: true }));
    expect(reply.next).toMatchObject({ taskId: "DEV-002", fence: 2 });
    expect(driver.log.slice(before).map((event) => event.type)).toEqual(["handoff.delivered", "task.claimed"]);
  });

  it("refuses under an old fence, and says who holds it now", () => {
    const { driver, ada } = aBuilderAtWork(["planner", "reviewer"]);
    const stale = driver.handOff(ada, "reviewer", "work");
    driver.pass(driver.leaseS.manual * SECOND);
    driver.tick();
    const bob = driver.join("Bob", "builder");
    driver.claim(bob);
    expect(driver.refused(stale)).toMatchObject({
      code: "lease_lost",
      details: { heldBy: "Bob", newest: 2 },
    });
  });
});

describe("one function everywhere", () => {
  const situations = WRITTEN_PRESETS.flatMap((preset) => {
    const names = presetTeam(preset).roles.map((role) => role.name);
    return subsetsOf(names).flatMap((set) => set.map((from) => ({ preset, set, from })));
  });

  it("never lets the ruling allow what the targets do not list, or refuse what they do", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...situations),
        fc.constantFrom("user", "planner", "builder", "reviewer", "solo"),
        fc.constantFrom(...INTENTS),
        fc.array(fc.nat(4), { maxLength: 3 }),
        ({ preset, set, from }, to, intent, changes) => {
          const { driver, holder } = holderOf(preset, set, from);
          for (const n of changes) changeTeam(driver, preset, from, n);
          const { team } = driver.room;
          const task = driver.view.tasks.find((t) => t.lease?.agentId === holder.id);
          if (!task?.lease) throw new Error("the holder holds a task");
          const listed = allowedTargets(team, from, availableRoles(driver.view), task.lease);
          const isListed = listed.targets.some((target) => target.to === to && target.intents.includes(intent));
          const ruling = driver.try(driver.handOff(holder, to, intent));
          if (!ruling.ok) {
            expect(isListed).toBe(false);
            return;
          }
          const reply = ruling.reply as {
            to: string;
            intent: string;
            rerouted: { wanted: string } | null;
          };
          expect(reply.rerouted === null).toBe(isListed);
          expect(listed.targets.some((t) => t.to === reply.to && t.intents.includes(reply.intent as never))).toBe(true);
          if (reply.rerouted) {
            expect(availableRoles(driver.view)).not.toContain(to);
            expect(listed.reroutes).toContainEqual(expect.objectContaining({ wanted: to, got: reply.to }));
          }
        },
      ),
      { numRuns: shareOf(400) },
    );
  });

  it("records with a task the targets that its delivery lists", () => {
    for (const { preset, set, from } of situations) {
      const { driver, holder } = holderOf(preset, set, from);
      const claimed = driver.log.findLast((event) => event.type === "task.claimed");
      const { targets, variant } = allowedTargets(driver.room.team, from, set, {
        variant: "",
        targets: [],
      });
      expect(claimed).toMatchObject({
        data: { variant, targets: targets.map((t) => t.to), available: set },
      });
      expect(holder.roles).toEqual([from]);
    }
  });
});

function holderOf(preset: TeamPreset, set: readonly string[], from: string) {
  const driver = Driver.room(preset);
  for (const role of set) if (role !== from) driver.join(`${role}-1`, role);
  const holder = driver.join("Holder", from);
  driver.run(driver.create(LEAD, [{ role: from }]));
  driver.claim(holder);
  return { driver, holder };
}

/** One of the other roles comes or goes. */
function changeTeam(driver: Driver, preset: TeamPreset, from: string, n: number): void {
  const others = presetTeam(preset).roles.filter((role) => role.name !== from);
  const role = others[n % Math.max(1, others.length)];
  if (!role) return;
  const isThere = availableRoles(driver.view).includes(role.name);
  if (isThere) leave(driver, `${role.name}-1`, role.name);
  else driver.join(`${role.name}-1`, role.name);
}

describe("handing on by a lead", () => {
  const handOn = (to: string, more: object = {}) => ({
    type: "handOn" as const,
    by: LEAD,
    taskId: taskId("DEV-001"),
    handoff: { to: roleName(to), intent: "work" as const, message: "Take this." },
    queueAnyway: false,
    ...more,
  });

  it("moves a pending task, a failed one and one in an agent's hand", () => {
    const { driver, ada } = aBuilderAtWork(["planner", "reviewer"]);
    expect(driver.run(handOn("reviewer"))).toMatchObject({ to: "reviewer", taskId: "REVIEW-001" });
    expect(
      driver.refused({
        type: "fail",
        by: ada,
        taskId: taskId("DEV-001"),
        fence: 1 as Fence,
        reason: "x",
      }).code,
    ).toBe("lease_lost");
  });

  it("says how far it was, and goes on under its own title and time", () => {
    const { driver, ada } = aBuilderAtWork(["planner", "reviewer"]);
    const before = driver.task("DEV-001");
    const progress = { percent: 40, completed: ["Read"], remaining: ["Write"] };
    driver.run({ type: "progress", by: ada, ...heldBy(driver, ada), progress });
    driver.run(handOn("reviewer"));
    expect(driver.log.at(-1)).toMatchObject({
      type: "handoff.delivered",
      data: {
        result: {
          summary: expect.stringMatching(
            /^Not finished: .* handed it on while it was in progress, at 40 %\.\nDone: Read\.\nLeft: Write\.$/,
          ),
        },
      },
    });
    const { title, timeoutS } = before;
    expect(driver.task("REVIEW-001")).toMatchObject({ title, timeoutS });
  });

  it.each([
    ["who is there", ["planner", "reviewer"]],
    ["whoever comes", ["planner"]],
  ])("leaves a failed task what it is, completes nothing, and says why to %s", (_, roles) => {
    const { driver, ada } = aBuilderAtWork(roles);
    driver.run(driver.create(LEAD, [{ role: "planner", requires: ["DEV-001"] }]));
    driver.failThrice(ada);
    const before = driver.task("DEV-001");
    expect(driver.run(handOn("reviewer", { queueAnyway: true }))).toMatchObject({
      handoffId: null,
      taskId: "DEV-001",
      to: "reviewer",
    });
    const { title, instruction, createdAt, origin } = before;
    const kept = { title, instruction, createdAt, origin, lastEnd: before.lastEnd };
    expect(driver.task("DEV-001")).toMatchObject({ ...kept, state: "pending", role: "reviewer" });
    expect(driver.view.ended).toEqual([]);
    expect(driver.view.decisions).toEqual({});
    expect(driver.task("PLAN-001").waitsFor).toEqual(["DEV-001"]);
    const message = driver.log.findLast(({ type }) => type === "message.sent")?.data;
    expect(message).toMatchObject({ message: { body: "Take this.", taskId: "DEV-001" } });
    const rex = driver.join("Rex", "reviewer");
    const reply = driver.run({ type: "claim", by: rex });
    expect(reply.taskId).toBe("DEV-001");
    if (roles.length === 1) expect(reply.mail).toHaveLength(1);
  });

  it("waits for a role that nobody fills only when the lead says so", () => {
    const { driver } = aBuilderAtWork(["planner"]);
    expect(driver.refused(handOn("reviewer"))).toMatchObject({
      code: "target_unavailable",
      allowed: ["planner", "builder"],
    });
    driver.run(handOn("reviewer", { queueAnyway: true }));
    expect(driver.log.at(-1)).toMatchObject({
      type: "handoff.delivered",
      data: { queuedAnyway: true },
    });
    expect(driver.task("REVIEW-001")).toMatchObject({ toldToWait: true, parkedAt: driver.now });
  });

  it("lets what a lead queued anyway wait as it says: nobody is asked, until the role has been there", () => {
    const { driver, ada } = aBuilderAtWork([]);
    const refusal = driver.refused(driver.handOff(ada, "reviewer", "work"));
    expect(refusal.code).toBe("target_unavailable");
    driver.run(driver.ask(ada, { question: "Nobody reviews it. Let it wait?" }));
    driver.run(handOn("reviewer", { queueAnyway: true }));
    // Its question is moot, and Ada is free for other work.
    expect(driver.view.decisions).toEqual({});
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    expect(driver.claim(ada).id).toBe("DEV-002");

    driver.pass(10 * 60 * SECOND);
    driver.run({ type: "progress", by: ada, ...heldBy(driver, ada), progress: { percent: 10 } });
    expect(driver.tick()).toEqual([]);
    expect(driver.view.decisions).toEqual({});
    expect(blockedReasons(driver.view, driver.task("REVIEW-001"))[0]?.text).toBe(
      "No Reviewer is connected. A person chose to wait for one.",
    );

    const rex = driver.join("Rex", "reviewer");
    expect(driver.claim(rex)).toMatchObject({ id: "REVIEW-001", toldToWait: false });
    // Who came and went again is missed anew.
    driver.run({ type: "leaveRoom", by: rex, reason: "" });
    driver.pass(3 * 60 * SECOND).tick();
    expect(driver.decision("role_unavailable")).toMatchObject({ subject: { role: "reviewer" } });
  });

  it("queues anyway by the answer to an agent's question as well", () => {
    const { driver, ada } = aBuilderAtWork(["planner"]);
    driver.run(driver.ask(ada, { suggestedRole: roleName("reviewer") }));
    const decision = driver.decision("intervention");
    expect(decision.options.find(({ id }) => id === "reassign:reviewer")?.consequence).toContain(
      "If none is connected, it waits in the queue",
    );
    driver.run(driver.answer(decision, "reassign:reviewer"));
    expect(driver.task("DEV-001")).toMatchObject({ role: "reviewer", toldToWait: true });
  });

  it("delivers nothing to a role: that is for the user", () => {
    const { driver } = aBuilderAtWork(["planner", "reviewer"]);
    const command = handOn("reviewer");
    const deliver = { ...command, handoff: { ...command.handoff, intent: "deliver" as const } };
    expect(driver.refused(deliver)).toMatchObject({ code: "target_not_allowed" });
  });

  it("does not pass for the completion that others wait for", () => {
    const { driver } = aBuilderAtWork(["planner", "reviewer"]);
    driver.run(driver.create(LEAD, [{ role: "planner", requires: ["DEV-001"] }]));
    driver.run(handOn("reviewer"));
    expect(driver.task("PLAN-001").waitsFor).toEqual(["REVIEW-001"]);
    expect(driver.task("PLAN-001").requires).toEqual(["DEV-001"]);
  });
});
