import { existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Harm } from "./nemesis.ts";
import { PLANTS, plant } from "./planted.ts";
import { type FaultOptions, runFaults } from "./run.ts";

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

/**
 * How agents must live, and servers work together, for a bug to show: the swap matters where two servers write
 * in one room, an old fence while somebody else is at work.
 */
const HABITS: Partial<Record<keyof typeof PLANTS, Partial<FaultOptions>>> = {
  swap: { seconds: 15, forwards: false },
  fence: { rooms: 6, zombieShare: 0.4, workMs: 1_500 },
  answer: { rooms: 4, sessions: true },
};

describe("the product under harm", () => {
  it("keeps every invariant while servers and Postgres are killed, paused and cut", async () => {
    expect(existsSync(BUILT), "the server is built first: npm run build").toBe(true);
    const size = { seconds: 26, rooms: 4, viewers: 8, machines: 1 };
    const report = await runFaults({ ...size, seed: 11, harms: HARMS });
    const found = report.violations.map(
      ({ invariant, room, what }) => `${invariant} ${room}: ${what}`,
    );
    expect(found, found.slice(0, 20).join("\n")).toEqual([]);
    const did = (count: string) => report.counts[count] ?? 0;
    for (const harm of HARMS.slice(0, 3)) expect(did(`nemesis: ${harm}`), harm).toBeGreaterThan(0);
    expect(did("runs: task completed"), "runs: task completed").toBeGreaterThan(0);
    expect(report.acks).toBeGreaterThan(50);
    for (const done of ["createSession", "present", "answer", "fanOut", "lock", "unlock", "send"])
      expect(did(`${done} acknowledged`), done).toBeGreaterThan(0);
    // How far sessions come in this time is the machine's: one of what happens later is enough.
    const later = ["paused by its budget", "saveScout acknowledged", "override acknowledged"];
    expect(later.map(did).some((count) => count > 0)).toBe(true);
  });
});

describe("the checker", () => {
  it.each(Object.keys(PLANTS) as (keyof typeof PLANTS)[])(
    "finds a planted bug: %s",
    async (name) => {
      const bundle = await plant(name);
      try {
        const report = await runFaults({
          seconds: 30,
          seed: 3,
          rooms: 2,
          viewers: 6,
          // With such a bug they may never come there.
          restMs: 6_000,
          bundle,
          harms: ["cut all connections"],
          sessions: false,
          ...HABITS[name],
          asks: false,
        });
        expect(report.violations.length).toBeGreaterThan(0);
        if (name === "answer")
          expect(report.violations.map(({ what }) => what).join("\n")).toContain(
            "two answers were acknowledged",
          );
        const about = {
          ...{ lock: "hold the same path", write: "was allowed at seq" },
          mail: "was delivered again",
        };
        if (name === "lock" || name === "write" || name === "mail")
          expect(report.violations.map(({ what }) => what).join("\n")).toContain(about[name]);
      } finally {
        rmSync(bundle, { force: true });
      }
    },
    200_000,
  );
});
