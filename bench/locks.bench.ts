import { PATH_WORK } from "@squadroom/core/kernel/glob";
import type { Lock } from "@squadroom/core/lock/lock";
import { locksAt, locksMeeting } from "@squadroom/core/lock/places";

/** Locks of a room, and paths that are held against them. */
const LOCKS = 10_000;
const PATHS = 100_000;
/** A check takes no longer than this in 99 of 100 cases, ms. */
const P99_MS = 1;

/** Of a hundred packages: mostly files, then folders, then patterns in them. */
function patternOf(i: number): string {
  const folder = `packages/p${i % 100}/src/m${(i * 7) % 40}`;
  if (i % 10 < 7) return `${folder}/f${i}.ts`;
  if (i % 10 < 9) return `${folder}/d${i}/**`;
  return `packages/p${i % 100}/src/**/*.g${i}.ts`;
}

function pathOf(i: number): string {
  const folder = `packages/p${i % 100}/src/m${(i * 13) % 40}`;
  return i % 3 === 0 ? `${folder}/d${i % LOCKS}/deep/f.ts` : `${folder}/f${i % (2 * LOCKS)}.ts`;
}

const live: Lock[] = Array.from({ length: LOCKS }, (_, i) => ({
  id: i + 1,
  patterns: [patternOf(i)],
  holder: { kind: "person", id: `person-${i % 200}` as never, name: "Ada" },
  taskId: null,
  way: "hand",
  fence: (i + 1) as never,
  waitsFor: [],
  askedAt: 0,
  since: 0,
  renewedAt: 0,
}));

function measure(check: (i: number) => Lock[]): { p50: number; p99: number; found: number } {
  const took = new Float64Array(PATHS);
  let found = 0;
  for (let i = 0; i < PATHS; i += 1) {
    const began = performance.now();
    found += check(i).length;
    took[i] = performance.now() - began;
  }
  took.sort();
  const at = (share: number) => took[Math.floor(PATHS * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), found };
}

const began = performance.now();
locksAt(live, "a", { left: PATH_WORK });
const readMs = performance.now() - began;
const paths = measure((i) => locksAt(live, pathOf(i), { left: 100 * PATH_WORK }));
const writes = measure((i) => locksMeeting(live, [pathOf(i)], { left: 100 * PATH_WORK }));

const shown = (ms: number) => `${(ms * 1000).toFixed(1)} µs`;
console.log(`${LOCKS} locks were read in ${readMs.toFixed(0)} ms.`);
for (const [name, { p50, p99, found }] of Object.entries({ paths, writes }))
  console.log(`${name}: p50 ${shown(p50)}, p99 ${shown(p99)}; ${found} of ${PATHS} were locked.`);
if (Math.max(paths.p99, writes.p99) >= P99_MS) {
  console.error(`A check takes ${P99_MS} ms or more at p99.`);
  process.exitCode = 1;
}
