import { isThere, type Room } from "@squadroom/core/kernel/room";
import type { RoomView } from "@squadroom/core/kernel/view";
import { agentFor, offerOf, unservedTasks } from "@squadroom/core/run/offers";
import { type Rest, restOf } from "@squadroom/core/run/rest";
import { type EndedRun, RUNNER_LEASE_S, type Run, type Runner } from "@squadroom/core/run/run";
import type { Task } from "@squadroom/core/task/task";
import type { RoomState } from "../../live/room-state.ts";
import type { Reach } from "../../ui/presence.tsx";

/** It calls every 15 s: by half of its lease, two calls are missing. */
const SLOW_AFTER_MS = (RUNNER_LEASE_S / 2) * 1000;

/** A runner as shown on the room's page. */
export interface Machine {
  runner: Runner;
  reach: Reach;
  /** Its last sign of life, epoch ms. */
  seenAt: number;
  /** The ones that hold its slots, the longest first. */
  runs: Run[];
  /** Runs that ended because it went away. */
  lost: EndedRun[];
}

/** Those present first, each group by name. */
export function machinesOf({ view, observations }: RoomState, now: number): Machine[] {
  const { runners, live, ended } = view.runs;
  return Object.values(runners)
    .map((runner): Machine => {
      const { id, online, offlineSince } = runner;
      const seenAt = Math.max(runner.seenAt, observations.seenAt[id] ?? 0);
      const reach = !online ? "offline" : now - seenAt > SLOW_AFTER_MS ? "unstable" : "online";
      const runs = live.filter(({ runnerId }) => runnerId === id);
      const lost = ended.filter(
        ({ runnerId, why, endedAt }) =>
          runnerId === id && (why === "runner_lost" || why === "drained") && endedAt === offlineSince,
      );
      return { runner, reach, seenAt, runs, lost };
    })
    .sort((a, b) => Number(b.runner.online) - Number(a.runner.online) || a.runner.name.localeCompare(b.runner.name));
}

/** Why a machine that offers the role does not start it now. */
export type Holdup =
  | { why: "paused" | "full" | "offline" | "next"; runner: string }
  | { why: Rest["why"]; runner: string; at: number }
  | { why: "theirs"; runner: string; agentId: string };

export interface Waiting {
  /** Requested runs without a slot. */
  runs: { run: Run; holdups: Holdup[] }[];
  /** Ready tasks of offered roles that nobody takes. */
  tasks: { task: Task; holdups: Holdup[] }[];
}

export function waitingIn(view: RoomView, now: number): Waiting {
  if (!isThere(view)) return { runs: [], tasks: [] };
  const { live } = view.runs;
  const runs = live
    .filter(({ state }) => state === "queued")
    .map((run) => ({ run, holdups: holdupsOf(view, run, null, now) }));
  const tasks = unservedTasks(view).flatMap((task) => {
    const holdups = holdupsOf(view, { role: task.role, harness: null }, task, now);
    return holdups.length === 0 ? [] : [{ task, holdups }];
  });
  return { runs, tasks };
}

function holdupsOf(
  room: Room,
  { role, harness }: Pick<Run, "role" | "harness">,
  task: Task | null,
  now: number,
): Holdup[] {
  const { runners, live } = room.runs;
  return Object.values(runners).flatMap((runner): Holdup[] => {
    const offer = offerOf(room, runner, role, harness);
    if (!offer) return [];
    const { name, online, isDraining, slots } = runner;
    if (!online) return [{ why: "offline", runner: name }];
    if (isDraining) return [{ why: "paused", runner: name }];
    const wanted = task?.agentId ?? null;
    if (task && wanted !== null && agentFor(room, runner, task) !== wanted)
      return [{ why: "theirs", runner: name, agentId: wanted }];
    if (live.filter(({ runnerId }) => runnerId === runner.id).length >= slots) return [{ why: "full", runner: name }];
    const rest = task && restOf(room, runner, offer, now);
    return rest ? [{ why: rest.why, runner: name, at: rest.until }] : [{ why: "next", runner: name }];
  });
}

/** Slots of the machines that are present, and how many of them are taken. */
export function slotsOf(machines: readonly Machine[]): { used: number; slots: number } {
  const there = machines.filter(({ runner }) => runner.online);
  return {
    used: there.reduce((sum, { runs }) => sum + runs.length, 0),
    slots: there.reduce((sum, { runner }) => sum + runner.slots, 0),
  };
}

/** What a person reads about a run: an order to stop comes before its state. */
export type RunSign = Exclude<Run["state"], "destroyed"> | "stopping";

export function signOf({ state, orders }: Run): RunSign {
  if (orders.some(({ act }) => act === "stop")) return "stopping";
  return state === "destroyed" ? "stopping" : state;
}
