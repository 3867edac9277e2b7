import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heldIn } from "../../flow/dispatch.ts";
import type { AgentCaller } from "../../kernel/actor.ts";
import { apply } from "../../log/apply.ts";
import { emptyView } from "../../log/view.ts";
import { faultsOf } from "../../testing/log-check.fixture.ts";
import { PipelineDriver } from "../../testing/pipeline-driver.fixture.ts";
import { shareOf } from "../../testing/property-runs.fixture.ts";

/** How a worker is lost: its lease runs out, its connection ends, or it comes back as another connection at once. */
const HOWS = ["silent", "leaves", "joins anew"] as const;
type How = (typeof HOWS)[number];

function kill(room: PipelineDriver, by: AgentCaller, how: How): void {
  if (how === "silent") return room.silent(by);
  const role = by.roles[0] as string;
  if (how === "leaves") room.run({ type: "leaveRoom", by, reason: "" });
  room.join(by.name, role);
}

/** Times that one task's worker is lost at most: a third ends the task, and a person is asked. */
const KILLS_A_TASK = 2;

/**
 * A full lifecycle in which workers are lost at these moments: after a claim, after its first work, and after its end.
 * @returns how many moments there were
 */
function live(room: PipelineDriver, killsAt: ReadonlyMap<number, How>): number {
  let moment = 0;
  const killed = new Map<string, number>();
  /** Whether the worker was lost here. */
  const isLost = (by: AgentCaller, taskId: string) => {
    const how = killsAt.get(moment++);
    const times = killed.get(taskId) ?? 0;
    if (how === undefined || times >= KILLS_A_TASK) return false;
    killed.set(taskId, times + 1);
    kill(room, by, how);
    return true;
  };
  room.begin("full-lifecycle");
  for (let turn = 0; turn < 400 && room.view.sessions.live.length > 0; turn++) {
    let isIdle = true;
    for (const by of Object.values(room.agents)) {
      const { taskId, fence } = room.run({ type: "claim", by });
      if (typeof taskId !== "string") continue;
      isIdle = false;
      const at = { by, taskId, fence } as never as { by: AgentCaller; taskId: never; fence: never };
      const end = {
        type: "complete" as const,
        ...at,
        result: { summary: "as asked", verdict: "passed" as const },
        next: false,
      };
      const isGone = () => {
        // What it had in its hand it can't end any more, unless it has it again by the same claim.
        const own = room.view.tasks.find(({ id, lease }) => id === taskId && lease?.fence === fence);
        if (!own) expect(room.refused({ ...end, reply: null })).toMatchObject({ code: "lease_lost" });
        return !own;
      };
      if (isLost(by, taskId) && isGone()) continue;
      const artifacts = [{ path: `spec/${taskId}.md`, status: "created" as const }];
      room.run({ type: "progress", ...at, progress: { artifacts } });
      if (isLost(by, taskId) && isGone()) continue;
      room.run({ ...end, reply: null });
      isLost(by, taskId);
    }
    const [session] = room.view.sessions.live;
    const by = room.agents.coordinator as AgentCaller;
    if (session && heldIn(session).length > 0)
      room.run({ type: "dispatch", by, sessionId: session.id, taskIds: [], inOrder: false });
    else if (isIdle && session) room.choose("resume");
  }
  return moment;
}

function isWhole(room: PipelineDriver): void {
  expect(room.view.sessions.ended[0]).toMatchObject({
    end: "completed",
    progress: { tasksTotal: 10, tasksCompleted: 10 },
  });
  const done = room.log.flatMap((event) => (event.type === "task.completed" ? [event.data.taskId] : []));
  expect(done).toHaveLength(10);
  expect(new Set(done).size).toBe(10);
  expect(faultsOf(room.log)).toEqual([]);
}

describe("a lifecycle whose workers are lost", () => {
  it.each(HOWS)("ends with each task done once, at whichever moment one %s", (how) => {
    let moments = 1;
    for (let at = 0; at < moments; at++) {
      const room = new PipelineDriver();
      moments = Math.min(live(room, new Map([[at, how]])), 40);
      isWhole(room);
    }
    expect(moments).toBeGreaterThanOrEqual(30);
  });

  it("ends with each task done once, however often they are lost, and reads the same out of its log", () => {
    const kills = fc.array(fc.tuple(fc.nat({ max: 40 }), fc.constantFrom(...HOWS)), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(kills, (all) => {
        const room = new PipelineDriver();
        live(room, new Map(all));
        isWhole(room);
        const again = room.log.reduce((view, event) => apply(view, event), emptyView(room.view.roomId));
        expect(again).toEqual(room.view);
      }),
      { numRuns: shareOf(40) },
    );
  });
});
