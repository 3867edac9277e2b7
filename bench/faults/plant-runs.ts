import { rmSync } from "node:fs";
import { join } from "node:path";
import type { HostileOptions } from "./hostile.ts";
import { type PlantName, plant, unfound, unreached } from "./planted.ts";
import { plantInRunner, RUNNER_PLANTS, type RunnerPlantName, unfoundInRunner } from "./planted-runners.ts";
import { type FaultOptions, type FaultReport, runFaults } from "./run.ts";

export interface Planted {
  names: PlantName[];
  habits?: Partial<FaultOptions>;
}

/**
 * Bugs that don't hide each other share a run. How agents must live, and servers work together, for one to show: the swap
 * matters where two servers write in one room, an old fence while somebody else is at work.
 */
export const PLANTED: Planted[] = [
  { names: ["swap"], habits: { forwards: false } },
  { names: ["fence"], habits: { rooms: 6, zombieShare: 0.4, workMs: 1_500 } },
  { names: ["resume"] },
  { names: ["answer"], habits: { rooms: 4, sessions: true } },
  { names: ["lock", "write", "mail", "error", "boundary"] },
  { names: ["discussion"], habits: { sessions: true, isStrict: true } },
  { names: ["pipeline", "retention", "deletion"], habits: { sessions: true } },
];

/** Where rooms share their trees, much of what else goes wrong is in neither; errors take room only where they are read. */
export const PLANTED_IN_RUNNERS: RunnerPlantName[][] = [
  ["rooms", "errors"],
  ["copied", "submodules", "cause", "settings", "mark"],
];

/** What no violation speaks of, and what they say. */
interface Outcome {
  missing: string[];
  found: string[];
}

const saidIn = ({ violations }: FaultReport) => violations.map(({ what }) => what);

export async function runPlanted({ names, habits }: Planted): Promise<Outcome> {
  const bundle = await plant(names);
  try {
    const report = await runFaults({
      seconds: 1,
      seed: 3,
      rooms: 2,
      viewers: 6,
      // With such a bug they may never come there.
      restMs: 6_000,
      bundle,
      harms: ["cut all connections"],
      sessions: false,
      until: (soFar) => unreached(names, soFar).length === 0,
      ...habits,
      asks: false,
    });
    return { missing: unfound(names, report.violations), found: saidIn(report) };
  } finally {
    rmSync(bundle, { force: true });
  }
}

/** Hostile agents alone, each room's asked for these once. */
export const hostileOnly = (hostile: HostileOptions): FaultOptions => ({
  seconds: 1,
  seed: 3,
  rooms: 0,
  viewers: 2,
  sessions: false,
  harms: [],
  hostile,
});

export async function runPlantedInRunner(names: readonly RunnerPlantName[]): Promise<Outcome> {
  const folder = await plantInRunner(names);
  try {
    const acts = names.flatMap((name): string[] => RUNNER_PLANTS[name].acts);
    const command = join(folder, "squadroom.mjs");
    const report = await runFaults(hostileOnly({ acts: { red: acts, blue: acts }, command }));
    return { missing: unfoundInRunner(names, report.violations), found: saidIn(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
