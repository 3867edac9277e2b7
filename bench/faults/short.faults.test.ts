import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Evidence } from "./evidence.ts";
import type { Harm } from "./nemesis.ts";
import { PLANTED, runPlanted } from "./plant-runs.ts";
import { PLANTS } from "./planted.ts";
import { runFaults } from "./run.ts";

const BUILT = fileURLToPath(new URL("../../apps/server/dist/main.mjs", import.meta.url));

/** What must have happened comes first: a slow machine doesn't get to all of them in this time. */
const HARMS: Harm[] = [
  "kill a server",
  "kill Postgres",
  "kill a runner",
  "kill an agent's process",
  "cut a database's wire",
  "cut all connections",
  "cut the wire between servers",
  "revoke a credential",
];

/** What agents and people must have done, however long that takes. */
const DONE = ["createSession", "present", "answer", "fanOut", "lock", "unlock", "send", "reportError"].map(
  (op) => `${op} acknowledged`,
);

describe("the product under harm", () => {
  it("keeps every invariant while servers and Postgres are killed, paused and cut", async () => {
    expect(existsSync(BUILT), "the server is built first: npm run build").toBe(true);
    const size = { seconds: 26, rooms: 4, viewers: 8, machines: 1 };
    const until = ({ history: { counts } }: Evidence) => DONE.every((done) => counts.has(done));
    const report = await runFaults({ ...size, seed: 11, harms: HARMS, until });
    const found = report.violations.map(({ invariant, room, what }) => `${invariant} ${room}: ${what}`);
    expect(found, found.slice(0, 20).join("\n")).toEqual([]);
    const did = (count: string) => report.counts[count] ?? 0;
    for (const harm of HARMS.slice(0, 3)) expect(did(`nemesis: ${harm}`), harm).toBeGreaterThan(0);
    expect(did("runs: task completed"), "runs: task completed").toBeGreaterThan(0);
    expect(report.acks).toBeGreaterThan(50);
    for (const done of DONE) expect(did(done), done).toBeGreaterThan(0);
    // How far sessions come in this time is the machine's: one of what happens later is enough.
    const later = [
      "paused by its budget",
      "saveScout acknowledged",
      "override acknowledged",
      "answered: pipeline_checkpoint",
    ];
    expect(later.map(did).some((count) => count > 0)).toBe(true);
  });
});

describe("the checker", () => {
  it("is shown each planted bug", () => {
    expect(PLANTED.flatMap(({ names }) => names).toSorted()).toEqual(Object.keys(PLANTS).toSorted());
  });

  // Side by side: each waits for leases, harm and rest for most of its time.
  it.concurrent.each(PLANTED)("finds what is planted: $names", async (planted) => {
    const { missing, found } = await runPlanted(planted);
    expect(missing, `${missing.join(", ")} is not among\n${found.join("\n")}`).toEqual([]);
  });
});
