import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import { LEAD, MINUTE } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { blockedReasons } from "./blocked.ts";
import type { ProgressDraft } from "./command.ts";
import type { Artifact } from "./result.ts";

function atWork() {
  const room = Driver.room("squad");
  const planner = room.join("Pia", "planner");
  const builder = room.join("Bo", "builder");
  const other = room.join("Ada", "builder");
  room.run(room.create(LEAD, [{ role: "builder", title: "Banner" }]));
  room.claim(builder);
  const report = (progress: ProgressDraft, by: AgentCaller = builder): Command => {
    const task = room.view.tasks.find(({ lease }) => lease?.agentId === by.id);
    if (!task?.lease) throw new Error("it has no task");
    return { type: "progress", by, taskId: task.id, fence: task.lease.fence, progress };
  };
  const close = (by: AgentCaller | typeof LEAD, blockerId = 1, wasReported = true): Command => ({
    type: "closeBlocker",
    by,
    taskId: room.task("DEV-001").id,
    blockerId,
    note: "By 50.",
    wasReported,
  });
  return { room, planner, builder, other, report, close };
}

const PAGING = { description: "How large is a page?" };

describe("progress", () => {
  it("has checks, and files with stage, hash, size and who made them; what isn't said again stays", () => {
    const { room, builder, other, report } = atWork();
    const checks = [{ name: "lint", passed: false, value: 3 }];
    const a = { path: "a.ts", status: "created" as const, lines: 86, stage: "draft" as const };
    room.run(report({ artifacts: [a], checks }));
    room.run(report({ percent: 40 }));
    const progress = () => room.task("DEV-001").progress;
    expect(progress()).toMatchObject({
      percent: 40,
      checks,
      artifacts: [{ ...a, producer: "Bo" }],
    });
    room.run({ type: "leaveRoom", by: builder, reason: "Bye." });
    room.claim(other);
    const b = { path: "b.ts", status: "created" as const, hash: "0123456789abcdef", size: 12 };
    room.run(report({ artifacts: [a, b] }, other));
    expect(progress()?.artifacts.map(({ producer }) => producer)).toEqual(["Bo", "Ada"]);
    room.run(report({ artifacts: [{ ...a, stage: "final" }] }, other));
    expect(progress()?.artifacts).toEqual([
      { ...a, stage: "final", producer: "Ada" },
      { ...b, producer: "Ada" },
    ]);
  });

  it("with a blocker blocks the task, and whoever is named gets a request, once", () => {
    const { room, planner, report } = atWork();
    const blockers = [{ ...PAGING, requiresAgent: "planner" }];
    room.run(report({ blockers }));
    const reasons = blockedReasons(room.view, room.task("DEV-001"));
    expect(reasons).toMatchObject([{ kind: "blocker", blockerId: 1, needs: "planner" }]);
    expect(reasons[0]?.text).toBe("Blocked: “How large is a page?”. planner can close it.");
    expect(room.view.agents[planner.id]?.mail).toHaveLength(1);
    room.pass(MINUTE).run(report({ blockers, percent: 10 }));
    expect(room.view.agents[planner.id]?.mail).toHaveLength(1);
    expect(room.task("DEV-001").progress?.blockers).toMatchObject([{ id: 1, since: expect.any(Number) }]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("stands as it was said until something else is said", () => {
    const { room, report } = atWork();
    const files: Artifact[] = [
      { path: "src/a.ts", status: "created" },
      { path: "src/b.ts", status: "modified" },
    ];
    room.run(report({ percent: 40, action: "Reads", completed: ["Read"], artifacts: files }));
    room.run(report({ blockers: [PAGING] }));
    room.run(report({ artifacts: [{ path: "./src/b.ts", status: "deleted" }] }));
    room.run(report({ blockers: [{ description: "No key." }] }));
    expect(room.task("DEV-001").progress).toMatchObject({
      percent: 40,
      action: "Reads",
      completed: ["Read"],
      artifacts: [
        { path: "src/a.ts", status: "created" },
        { path: "./src/b.ts", status: "deleted" },
      ],
      blockers: [
        { id: 1, description: PAGING.description },
        { id: 2, description: "No key." },
      ],
    });
    room.run(report({ percent: 60, artifacts: [{ path: "src/a.ts", status: "deleted" }] }));
    expect(room.task("DEV-001").progress).toMatchObject({
      percent: 60,
      action: "Reads",
      artifacts: [{ path: "./src/b.ts" }],
    });
    const many = Array.from({ length: 10 }, (_, n) => ({ description: `Nr ${n}` }));
    expect(room.refused(report({ blockers: many })).code).toBe("limit_reached");
    room.run(report({ blockers: [] }));
    expect(room.task("DEV-001").progress?.blockers).toBeUndefined();
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("has no step left that was done since", () => {
    const { room, report } = atWork();
    room.run(report({ completed: ["Read"], remaining: ["Write", "Polish"] }));
    room.run(report({ completed: ["Read", "Write"] }));
    expect(room.task("DEV-001").progress).toMatchObject({
      completed: ["Read", "Write"],
      remaining: ["Polish"],
    });
  });

  it("asks the entry point where a blocker names nobody, and refuses a name that nobody has", () => {
    const { room, planner, report } = atWork();
    room.run(report({ blockers: [PAGING] }));
    expect(room.view.agents[planner.id]?.mail).toHaveLength(1);
    const blockers = [{ description: "Who?", requiresAgent: "product-manager" }];
    expect(room.refused(report({ blockers }))).toMatchObject({ code: "role_unknown" });
  });

  it("stands still while a blocker is open: no time-out, and the time is not counted after it", () => {
    const { room, builder, report, close, planner } = atWork();
    room.run(report({ blockers: [PAGING] }));
    const { timeoutS } = room.task("DEV-001");
    const spent = (ms: number) => {
      room.pass(ms);
      for (const by of [builder, planner]) room.run({ type: "claim", by });
      room.tick();
    };
    for (let n = 0; n < 5; n++) spent((timeoutS * 1000) / 4);
    expect(room.task("DEV-001").state).toBe("in_progress");
    room.run(close(planner));
    expect(room.task("DEV-001").progress?.blockers).toBeUndefined();
    expect(room.task("DEV-001").lease?.pausedMs).toBeGreaterThanOrEqual(timeoutS * 1000);
    spent(MINUTE);
    expect(room.task("DEV-001").state).toBe("in_progress");
  });

  it("a blocker is closed by its agent's next word, people, the entry point and who was named, and nobody else", () => {
    const { room, builder, other, planner, report, close } = atWork();
    const rex = room.join("Rex", "reviewer");
    room.run(report({ blockers: [{ ...PAGING, requiresAgent: "Rex" }] }));
    expect(room.refused(close(other)).code).toBe("forbidden");
    expect(room.run(close(rex))).toMatchObject({ open: 0 });
    // Its agent hears of it; the same wish again makes no event.
    expect(room.view.agents[builder.id]?.mail).toHaveLength(1);
    const before = room.log.length;
    room.run(close(LEAD));
    expect(room.log.length).toBe(before);
    room.run(report({ blockers: [PAGING, { description: "No key." }] }));
    room.run(close(planner, 1));
    expect(room.task("DEV-001").progress?.blockers).toMatchObject([{ id: 2 }]);
    room.run(report({ blockers: [] }));
    expect(blockedReasons(room.view, room.task("DEV-001"))).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("refuses to close a blocker that never was, and says which are open", () => {
    const { room, report, close } = atWork();
    room.run(report({ blockers: [PAGING, { description: "No key." }] }));
    expect(room.refused(close(LEAD, 9, false))).toMatchObject({
      code: "blocker_unknown",
      message: "DEV-001 has no blocker 9. Open: 1 “How large is a page?”, 2 “No key.”.",
      allowed: ["1", "2"],
    });
    room.run(report({ blockers: [] }));
    expect(room.refused(close(LEAD, 9, false)).message).toBe("DEV-001 has no blocker 9. It has none open.");
  });

  it("keeps a task with an open blocker from everybody until it is closed", () => {
    const { room, builder, other, report, close } = atWork();
    room.run(report({ blockers: [PAGING] }));
    room.run({ type: "leaveRoom", by: builder, reason: "Bye." });
    expect(room.run({ type: "claim", by: other })).toMatchObject({ taskId: null });
    room.run(close(LEAD));
    expect(room.claim(other).id).toBe("DEV-001");
  });
});
