import type { Room } from "../kernel/room.ts";
import type { Offer, Run, RunEnd, Runner } from "./run.ts";

/** Why nothing is started with an offer, and until when, epoch ms. */
export interface Rest {
  why: "failing" | "limited";
  until: number;
  /** In the words of whoever said so. */
  reason: string;
}

/** Runs that never came up, or failed before the end of their first turn. */
const STILLBORN: readonly RunEnd[] = ["start_failed", "start_timeout", "crashed"];
const REST_MS = 5_000;
const REST_MAX_MS = 600_000;
/** After this many failed starts in a row, whatever their roles, the harness itself counts as broken. */
export const BREAKS_AFTER = 3;

/** What holds up an offer of this runner, the longest rest; `null`: nothing. */
export function restOf(room: Room, runner: Runner, offer: Offer, now: number): Rest | null {
  const { role, harness } = offer;
  const own = restAfter(failuresOf(room, runner, (run) => run.harness === harness && run.role === role));
  const all = [own, brokenRest(room, runner, harness), limitRest(runner, harness)];
  return longest(all, now);
}

/** The same for a harness, whatever the role. */
export function harnessRest(room: Room, runner: Runner, harness: string, now: number): Rest | null {
  return longest([brokenRest(room, runner, harness), limitRest(runner, harness)], now);
}

/** After its rest, a broken harness is tried with one start at a time, until a run ends its first turn. */
export function isBroken(room: Room, runner: Runner, harness: string): boolean {
  return failuresOf(room, runner, (run) => run.harness === harness).count >= BREAKS_AFTER;
}

/** Harnesses of this runner with a run that is coming up, or is in its first turn. */
export function triedHarnesses(room: Room, runner: Runner): Set<string> {
  const { live } = room.runs;
  return new Set(
    live.flatMap((run) => (run.runnerId === runner.id && run.harness !== null && isTried(run) ? run.harness : [])),
  );
}

function brokenRest(room: Room, runner: Runner, harness: string): Rest | null {
  const failures = failuresOf(room, runner, (run) => run.harness === harness);
  return failures.count < BREAKS_AFTER ? null : restAfter(failures);
}

function limitRest(runner: Runner, harness: string): Rest | null {
  const limit = runner.limits?.[harness];
  return limit ? { why: "limited", ...limit } : null;
}

/** The more of the last runs failed, the longer. */
function restAfter({ count, endedAt, reason }: Failures): Rest | null {
  if (count === 0) return null;
  const ms = Math.min(REST_MAX_MS, REST_MS * 2 ** (count - 1));
  return { why: "failing", until: endedAt + ms, reason };
}

interface Failures {
  /** How many of the last ones in a row. */
  count: number;
  endedAt: number;
  reason: string;
}

type Told = Pick<Run, "role" | "harness" | "runnerId">;

function failuresOf(room: Room, runner: Runner, isMeant: (run: Told) => boolean): Failures {
  const { live, ended } = room.runs;
  const isOwn = (run: Told) => run.runnerId === runner.id && isMeant(run);
  const own = ended.filter(isOwn);
  const first = own.findIndex(
    ({ why, turns, failures = 0 }) => !STILLBORN.includes(why) || turns > Math.max(1, failures),
  );
  const [last] = own;
  const works = live.some((run) => isOwn(run) && hasWorked(run) && (run.startedAt ?? 0) > (last?.endedAt ?? 0));
  if (!last || first === 0 || works) return { count: 0, endedAt: 0, reason: "" };
  return { count: first < 0 ? own.length : first, endedAt: last.endedAt, reason: last.reason };
}

function isTried(run: Run): boolean {
  return run.state === "creating" || (run.state === "active" && !hasWorked(run));
}

/** A turn of it is over and did not fail. */
function hasWorked({ turns, failures = 0, state }: Run): boolean {
  return turns - failures - Number(state === "active") > 0;
}

function longest(rests: readonly (Rest | null)[], now: number): Rest | null {
  return rests.reduce<Rest | null>(
    (most, rest) => (rest && rest.until > Math.max(now, most?.until ?? 0) ? rest : most),
    null,
  );
}
