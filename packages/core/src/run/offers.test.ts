import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RoleName, RoomId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { emptyView } from "../log/view.ts";
import { presetTeam } from "../team/presets.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { spareRuns, unservedTasks } from "./offers.ts";
import type { Run, Runner } from "./run.ts";
import { NO_RUNS } from "./run.ts";

const RUNNER = { id: "runner" } as unknown as Runner;
const ROLES = ["planner", "builder"] as const;
const role = fc.constantFrom(...ROLES);

/** Agents that are there or away, some with a task in hand; ready tasks; and runs that come up or wait for a task. */
const rooms = fc
  .record({
    agents: fc.array(fc.record({ role, online: fc.boolean(), isBusy: fc.boolean() }), {
      maxLength: 6,
    }),
    tasks: fc.array(fc.record({ role, isReady: fc.boolean() }), { maxLength: 6 }),
    runs: fc.array(
      fc.record({
        role,
        state: fc.constantFrom("queued" as const, "creating" as const, "idle" as const),
        agent: fc.option(fc.nat(5)),
        task: fc.option(fc.nat(5)),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ agents, tasks, runs }) => {
    const all = agents.map((one, at) => ({ ...one, id: `agent-${at}` }));
    const ready = tasks.map((one, at) => aTask(`DEV-00${at}`, one));
    const held = all.flatMap(({ id, role, isBusy }, at) =>
      isBusy ? { ...aTask(`DEV-01${at}`, { role, isReady: false }), lease: { agentId: id } } : [],
    );
    const live = runs.map((one, at): Partial<Run> => {
      const seat = one.agent === null ? undefined : all[one.agent];
      const task = one.task === null ? undefined : ready[one.task];
      const own = task?.role ?? seat?.role ?? one.role;
      const isFit = seat?.role === own;
      return {
        id: at as never,
        runnerId: RUNNER.id,
        limitedUntil: null,
        state: one.state,
        role: own as RoleName,
        agentId: ((isFit && seat?.id) || null) as never,
        taskId: (task?.id ?? null) as never,
      };
    });
    return {
      ...emptyView("r" as RoomId),
      tasks: [...ready, ...held],
      agents: Object.fromEntries(all.map((a) => [a.id, a])),
      runs: { ...NO_RUNS, live },
      sessions: { live: [] },
      team: presetTeam("duo"),
      options: {},
    } as unknown as Room;
  });

function aTask(id: string, { role, isReady }: { role: string; isReady: boolean }) {
  return {
    id,
    role,
    state: isReady ? "pending" : "in_progress",
    waitsFor: [],
    agentId: null,
    lease: null,
    origin: { kind: "user" },
    frontAt: null,
    said: null,
    priority: "medium",
    createdAt: 0,
    sessionId: null,
    rejections: [],
    review: null,
    reviewOf: null,
    intent: "work",
    lastHolder: null,
  };
}

describe("ready tasks that nobody takes", () => {
  it("are as many in each role as nobody is free or coming up for, and then nobody is spare there", () => {
    fc.assert(
      fc.property(rooms, (room) => {
        const unserved = unservedTasks(room);
        const coming = (room.runs.live ?? []).filter(({ state }) => state !== "idle");
        const seated = new Set(coming.map(({ agentId }) => agentId));
        const busy = new Set(room.tasks.map(({ lease }) => lease?.agentId));
        const spare = new Set(spareRuns(room, RUNNER));
        for (const role of ROLES) {
          const ready = room.tasks.filter((one) => one.role === role && one.state === "pending");
          const takers =
            coming.filter((run) => run.role === role).length +
            Object.values(room.agents).filter(
              ({ id, online, role: own }) => own === role && online && !busy.has(id) && !seated.has(id),
            ).length;
          const left = unserved.filter((one) => one.role === role);
          expect(left).toHaveLength(Math.max(0, ready.length - takers));
          expect(left.every((one) => ready.includes(one))).toBe(true);
          const isSpare = (room.runs.live ?? []).some((run) => run.role === role && spare.has(run.id));
          if (left.length > 0) expect(isSpare).toBe(false);
        }
      }),
      { numRuns: shareOf(500) },
    );
  });
});
