import { describe, expect, it } from "vitest";
import { stamp } from "../../interchange/document-ids.ts";
import type { AgentCaller } from "../../kernel/actor.ts";
import { loopKeeper } from "../../task/loop.ts";
import { presetTeam } from "../../team/presets.ts";
import type { Team } from "../../team/team.ts";
import { LEAD } from "../../testing/builders.fixture.ts";
import { undiscussed } from "../../testing/discussion.fixture.ts";
import { Driver } from "../../testing/driver.fixture.ts";
import { SessionDriver } from "../../testing/session-driver.fixture.ts";

/** The lifecycle team, with another loop for its writer. */
function withLoop(loop: "true" | "false" | "dynamic"): Team {
  return undiscussed((name, spec) =>
    name === "writer" ? spec.replace("inner_loop: true", `inner_loop: ${loop}`) : spec,
  );
}

function begun(team: Team) {
  const driver = Driver.room(team);
  const analyst = driver.join("Ann", "analyst");
  const writers = [driver.join("Wim", "writer"), driver.join("Wes", "writer")] as const;
  const words = { title: "Refunds", description: "Money back.", itemId: null };
  driver.run({ type: "createSession", by: LEAD, ...words, pipeline: "spec-only" });
  const finish = (by: AgentCaller): string => {
    const { id, lease } = driver.claim(by);
    const result = { summary: "as asked" };
    driver.run({
      type: "complete",
      by,
      taskId: id,
      fence: lease.fence,
      result,
      next: false,
      reply: null,
    } as never);
    return id;
  };
  finish(analyst);
  const next = (by: AgentCaller) => driver.run({ type: "claim", by }).taskId;
  return { driver, writers, finish, next };
}

describe("a role that loops", () => {
  it("keeps the tasks of its prefix with the agent that has begun them", () => {
    const { writers, finish, next } = begun(withLoop("true"));
    const [wim, wes] = writers;
    expect(finish(wim)).toBe("DRAFT-001");
    expect(next(wes)).toBeNull();
    expect(finish(wim)).toBe("DRAFT-002");
  });

  it("gives them to another one when that agent has left", () => {
    const { driver, writers, finish, next } = begun(withLoop("true"));
    const [wim, wes] = writers;
    finish(wim);
    driver.run({ type: "leaveRoom", by: wim } as never);
    expect(next(wes)).toBe("DRAFT-002");
  });

  it.each(["false", "dynamic"] as const)("doesn't keep one after the other where the spec says %s", (loop) => {
    const { writers, finish, next } = begun(withLoop(loop));
    finish(writers[0]);
    expect(next(writers[1])).toBe("DRAFT-002");
  });

  it("keeps several that could start, where its loop is dynamic", () => {
    const { driver, writers, finish } = begun(withLoop("dynamic"));
    finish(writers[0]);
    const keeperIn = (open: string[]) => {
      const tasks = driver.view.tasks.map((task) => (open.includes(task.id) ? { ...task, waitsFor: [] } : task));
      return loopKeeper({ ...driver.view, tasks }, driver.task("DRAFT-002"));
    };
    expect(keeperIn(["DRAFT-002"])).toBeNull();
    expect(keeperIn(["DRAFT-002", "DRAFT-003"])).toBe(writers[0].id);
  });
});

describe("the delivery of a pipeline's task", () => {
  it("says who judges the work before it counts, by what, and what sends it back", () => {
    const room = new SessionDriver(presetTeam("lifecycle"), ["analyst", "writer", "reviewer"]);
    const words = { title: "Refunds", description: "Money back.", itemId: null };
    room.run({ type: "createSession", by: LEAD, ...words, pipeline: "spec-only" });
    expect(room.delivered(room.claim(room.planner), room.planner)).toContain(
      "- Before it counts, DISCUSS-001 judges it: product (market fit, user value, business viability); technical (",
    );
  });

  it("says which step it is, what follows, and that its agent keeps the prefix", () => {
    const room = new SessionDriver(undiscussed(), ["analyst", "writer", "reviewer"]);
    const words = { title: "Refunds", description: "Money back.", itemId: null };
    room.run({ type: "createSession", by: LEAD, ...words, pipeline: "full-lifecycle" });
    const first = room.claim(room.planner);
    expect(room.delivered(first, room.planner)).toContain(
      "- Step RESEARCH-001 of the pipeline Full lifecycle (10 steps). End it with `done`: DRAFT-001 (Product brief) waits for it.\n",
    );
    const end = (task: typeof first, by: AgentCaller) =>
      room.run({
        type: "complete",
        by,
        taskId: task.id,
        fence: task.lease.fence,
        next: false,
        result: { summary: "as asked" },
        reply: null,
      } as never);
    end(first, room.planner);
    const draft = room.claim(room.builder);
    const text = room.delivered(draft, room.builder);
    expect(text).toContain("You keep the DRAFT tasks of this session: `wait` gives you the next one");
    const [session] = room.room.sessions.live;
    if (!session?.startedAt) throw new Error("it has not begun");
    expect(text).toContain(`\n- Its folder in an export: \`${stamp(session.startedAt)}/\`.\n`);
    expect(text).toContain("No handoff: the pipeline says what comes next.");
    expect(text).not.toContain("the plan");
    end(draft, room.builder);
    for (let i = 0; i < 3; i++) end(room.claim(room.builder), room.builder);
    expect(room.delivered(room.claim(room.reviewer), room.reviewer)).toContain(
      "a person then answers at the checkpoint “Start the implementation”.",
    );
  });
});
