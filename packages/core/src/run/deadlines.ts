import { SERVER } from "../kernel/actor.ts";
import type { Deadlines } from "../kernel/deadline.ts";
import { lastSeen, liveUntil } from "../kernel/lease.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { endFacts } from "./end.ts";
import { RUNNER_LEASE_S, type RunnerId, START_WITHIN_S } from "./run.ts";
import { runsOn } from "./runner.ts";

/** Runners that fall silent, with everything that ran there; and runs that did not come up in time. */
export const runDeadlines: Deadlines = (room, { seenAt: observed, graceUntil }) => {
  const { runs } = room;
  if (!runs) return [];
  const silentAt = new Map<RunnerId, number>();
  const silences = Object.values(runs.runners).flatMap((runner) => {
    if (!runner.online) return [];
    const seenAt = lastSeen(runner.seenAt, observed[runner.id]);
    const dueAt = Math.max(liveUntil(seenAt, RUNNER_LEASE_S), graceUntil);
    silentAt.set(runner.id, dueAt);
    const silent = { runnerId: runner.id, seenAt, afterS: RUNNER_LEASE_S };
    const reason = `No sign of life from ${runner.name} for ${RUNNER_LEASE_S} s.`;
    // Its agents fall silent with it, each by the evidence about itself.
    const expire = (): ActedFact[] => [
      { type: "runner.went_offline", data: silent, actor: SERVER },
      ...runsOn(room, runner.id).map(({ id }): ActedFact => {
        const data = { runId: id, why: "runner_lost" as const, reason };
        return { type: "run.ended", data, actor: SERVER };
      }),
    ];
    return [{ dueAt, expire }];
  });
  const late = runs.live.flatMap((run) => {
    const { state, deadlineAt, runnerId } = run;
    if (state !== "creating" || deadlineAt === null) return [];
    const dueAt = Math.max(deadlineAt, graceUntil);
    const silent = (runnerId && silentAt.get(runnerId)) ?? Infinity;
    if (silent <= dueAt) return [];
    const reason = `It didn't start within ${START_WITHIN_S} s.`;
    const expire = (now: number) => (silent <= now ? [] : endFacts(room, run, "start_timeout", reason));
    return [{ dueAt, expire }];
  });
  return [...silences, ...late];
};
