import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import { type AgentId, roleName } from "../kernel/ids.ts";
import { anId, LEAD, SECOND } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { AGENTS_MAX } from "./agent.ts";

const joinAs = (by: AgentCaller, role: string): Command => ({
  type: "join",
  by,
  role: roleName(role),
  class: "hooked",
  harness: "script",
});

const max: AgentCaller = {
  id: anId(700) as AgentId,
  name: "Max",
  roles: [roleName("builder"), roleName("planner")],
  connection: null,
};

describe("joining", () => {
  it("gives a connection, the lease of its class and the variant it makes", () => {
    const driver = Driver.room("duo");
    driver.join("Pia", "planner");
    expect(driver.run(joinAs(max, "builder"))).toMatchObject({
      connection: 1,
      class: "hooked",
      leaseS: 900,
      superseded: false,
      variant: "planner_builder",
    });
  });

  it("again supersedes the older connection, whose calls are refused from then on", () => {
    const driver = Driver.room("duo");
    driver.run(joinAs(max, "builder"));
    expect(driver.run(joinAs(max, "builder"))).toMatchObject({ connection: 2, superseded: true });
    expect(driver.refused({ type: "claim", by: { ...max, connection: 1 } })).toMatchObject({
      code: "superseded",
      details: { connection: 1, newest: 2 },
    });
    driver.run({ type: "claim", by: { ...max, connection: 2 } });
  });

  it("once in a history that goes on from a restore needs no number; twice does", () => {
    const driver = Driver.room("duo");
    driver.namesJoin = false;
    const by = { ...max, epoch: 1_790_000_000 };
    driver.run({ ...joinAs(max, "builder"), by } as Command);
    driver.run({ type: "claim", by });
    driver.run({ ...joinAs(max, "builder"), by } as Command);
    expect(driver.refused({ type: "claim", by }).code).toBe("connection_required");
  });

  it("of a time that the server was restored from is told so, and takes a number that never was", () => {
    const driver = Driver.room("duo");
    driver.run(joinAs(max, "builder"));
    const epoch = 1_790_000_000;
    const lost = { ...max, connection: 2, epoch };
    expect(driver.refused({ type: "claim", by: lost })).toMatchObject({
      code: "server_restored",
      details: { connection: 2 },
    });
    const stray = driver.refused({ type: "claim", by: { ...max, connection: 99 } });
    expect(stray.code).toBe("server_restored");
    expect(stray.message).toContain("or your join returned another number");
    const pia = { ...max, id: anId(701) as typeof max.id, connection: 1, epoch };
    expect(driver.refused({ type: "claim", by: pia }).code).toBe("server_restored");
    // Whom the backup has goes on as if nothing had been.
    driver.run({ type: "claim", by: { ...max, connection: 1, epoch } });
    expect(driver.run({ ...joinAs(max, "builder"), by: { ...max, epoch } } as Command)).toMatchObject({
      connection: epoch + 1,
    });
    // The other process with the number of the lost time: somebody joined since.
    expect(driver.refused({ type: "claim", by: lost }).code).toBe("superseded");
  });

  it("again in the same role keeps the task in hand, under a new fence and the lease of its class", () => {
    const driver = Driver.room("duo");
    driver.run({ ...joinAs(max, "builder"), class: "manual" } as Command);
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    const { lease } = driver.claim(max);
    driver.run(joinAs(max, "builder"));
    expect(driver.log.slice(-2)).toMatchObject([
      { type: "agent.joined", data: { connection: 2 } },
      { type: "task.resumed", data: { taskId: "DEV-001", fence: lease.fence + 1, ttlS: 900 } },
    ]);
    for (let i = 0; i < 2; i++) {
      expect(driver.run({ type: "claim", by: max })).toMatchObject({
        taskId: "DEV-001",
        fence: lease.fence + 1,
        again: true,
      });
    }
    expect(driver.task("DEV-001").lease).toEqual({ ...lease, fence: lease.fence + 1, ttlS: 900 });
  });

  it("twice leaves no call without a join's number, as it may be the older process's", () => {
    const driver = Driver.room("duo");
    driver.namesJoin = false;
    driver.run(joinAs(max, "builder"));
    driver.run({ type: "claim", by: max });
    driver.run(joinAs(max, "builder"));
    expect(driver.refused({ type: "claim", by: max }).code).toBe("connection_required");
    driver.run({ type: "claim", by: { ...max, connection: 2 } });
  });

  it("again hands the older process's work to nobody: its fence is refused whatever it names", () => {
    const driver = Driver.room("duo");
    driver.namesJoin = false;
    driver.run(joinAs(max, "builder"));
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    const { id: taskId, lease } = driver.claim(max);
    driver.run(joinAs(max, "builder"));
    const codes = [null, 1, 2].map((connection) => {
      const by = { ...max, connection };
      return driver.refused({ type: "fail", by, taskId, fence: lease.fence, reason: "" }).code;
    });
    expect(codes).toEqual(["connection_required", "superseded", "lease_lost"]);
  });

  it("as another role gives the task back, without an attempt, and leaves the former role empty", () => {
    const driver = Driver.room("duo");
    driver.run(joinAs(max, "builder"));
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.claim(max);
    expect(driver.run(joinAs(max, "planner"))).toMatchObject({ variant: "planner_solo" });
    expect(driver.task("DEV-001")).toMatchObject({
      state: "pending",
      attempts: 0,
      lastEnd: { how: "left" },
    });
  });

  it("is refused for roles that the team or the credential has not", () => {
    const driver = Driver.room("duo");
    expect(driver.refused(joinAs(max, "tester"))).toMatchObject({
      code: "role_unknown",
      allowed: ["planner", "builder"],
    });
    const only = { ...max, roles: [roleName("builder")] };
    expect(driver.refused(joinAs(only, "planner"))).toMatchObject({
      code: "role_not_allowed",
      allowed: ["builder"],
    });
  });

  it("is refused for more agents than a room holds, but not for one that was there", () => {
    const driver = Driver.room("duo");
    for (let i = 0; i < AGENTS_MAX; i++) driver.join(`agent ${i}`, "builder");
    expect(driver.refused(joinAs(max, "builder")).code).toBe("limit_reached");
    driver.join("agent 7", "builder");
  });

  it("takes the place of who left a full room before all others", () => {
    const driver = Driver.room("duo");
    const agents = Array.from({ length: AGENTS_MAX }, (_, i) => driver.join(`agent ${i}`, "builder"));
    for (const at of [5, 3]) {
      driver.pass(1_000).run({ type: "leaveRoom", by: agents[at] as AgentCaller, reason: "" });
    }
    driver.run(joinAs(max, "builder"));
    expect(driver.view.agents[agents[5]?.id as AgentId]).toBeUndefined();
    expect(driver.view.agents[agents[3]?.id as AgentId]).toBeDefined();
    expect(driver.view.agents[max.id]?.online).toBe(true);
    expect(Object.keys(driver.view.agents)).toHaveLength(AGENTS_MAX);
  });
});

describe("leaving", () => {
  it("gives the task back at once, without an attempt", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.claim(ada);
    expect(driver.run({ type: "leaveRoom", by: ada, reason: "" })).toEqual({
      left: true,
      returnedTask: "DEV-001",
    });
    expect(driver.task("DEV-001")).toMatchObject({
      state: "pending",
      attempts: 0,
      lastEnd: { how: "left", reason: "Ada left." },
    });
    // The event says already who left.
    expect(driver.log.at(-1)).toMatchObject({ type: "agent.left", data: { reason: "" } });
  });

  it("ends all calls until a new join", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    driver.run({ type: "leaveRoom", by: ada, reason: "" });
    const calls: Command[] = [
      { type: "claim", by: ada },
      { type: "leaveRoom", by: ada, reason: "" },
      { type: "returnOnline", by: ada },
      { type: "sendAgentMessage", by: ada, to: { kind: "user" }, body: "hi", repliesTo: null },
      driver.create(ada, [{ role: "builder" }]),
    ];
    for (const call of calls)
      expect(driver.refused(call)).toMatchObject({
        code: "not_joined",
        message: "You left this room.",
      });
    driver.join("Ada", "builder");
    driver.run({ type: "claim", by: ada });
  });

  it("is nothing for who never joined", () => {
    expect(Driver.room("duo").refused({ type: "leaveRoom", by: max, reason: "" }).code).toBe("not_joined");
  });
});

describe("coming back after silence", () => {
  it("is logged before what the call does, and only once", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.pass(driver.leaseS.manual * SECOND).tick();
    const before = driver.log.length;
    driver.claim(ada);
    expect(driver.log.slice(before).map((event) => event.type)).toEqual(["agent.came_online", "task.claimed"]);
    driver.run({ type: "returnOnline", by: ada });
    expect(driver.log.length).toBe(before + 2);
  });

  it("is logged before every kind of call that it may make and stay", () => {
    const calls: ((driver: Driver, ada: AgentCaller) => Command)[] = [
      (_, by) => ({ type: "claim", by }),
      (_, by) => ({ type: "returnOnline", by }),
      (_, by) => ({
        type: "sendAgentMessage",
        by,
        to: { kind: "user" },
        body: "hi",
        repliesTo: null,
      }),
      (driver, by) => driver.create(by, [{ role: "builder" }]),
    ];
    for (const call of calls) {
      const driver = Driver.room("duo");
      const ada = driver.join("Ada", "builder");
      driver.pass(driver.leaseS.manual * SECOND).tick();
      const before = driver.log.length;
      driver.run(call(driver, ada));
      expect(driver.log[before]).toMatchObject({
        type: "agent.came_online",
        actor: { name: "Ada" },
      });
    }
  });

  it("finds the task again, unless it was given to another", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    const bob = driver.join("Bob", "builder");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    const { lease } = driver.claim(ada);
    driver.pass(driver.leaseS.manual * SECOND);
    driver.seenAt[bob.id] = driver.now;
    driver.tick();
    expect(driver.claim(bob).id).toBe("DEV-001");
    expect(driver.run({ type: "claim", by: ada })).toMatchObject({ taskId: null });
    const stale: Command = {
      type: "progress",
      by: ada,
      taskId: driver.task("DEV-001").id,
      fence: lease.fence,
      progress: {},
    };
    expect(driver.refused(stale)).toMatchObject({
      code: "lease_lost",
      message: "Bob holds DEV-001 now.",
    });
  });
});
