import fc from "fast-check";
import { expect, it, vi } from "vitest";
import type { Command } from "../kernel/command.ts";
import { roleName, taskId } from "../kernel/ids.ts";
import { checkCall } from "../policy/permission.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { globParts, matchesSlowly, pathParts } from "../testing/glob.fixture.ts";
import { countDiff } from "./diff-lines.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const DEV = taskId("DEV-001");

const glob = globParts.map((parts) => parts.join("/"));
const path = fc.oneof(
  { weight: 8, arbitrary: pathParts.map((parts) => parts.join("/")) },
  { weight: 1, arbitrary: pathParts.map((parts) => `./${parts.join("//")}`) },
  { weight: 1, arbitrary: pathParts.map((parts) => `../${parts.join("/")}`) },
);
const few = <T>(one: fc.Arbitrary<T>, maxLength: number) => fc.array(one, { maxLength });

/** A file of a diff, and what it touches. */
const change = fc.oneof(
  path.map((p) => ({
    text: `diff --git a/${p} b/${p}\n--- a/${p}\n+++ b/${p}\n@@ -1 +1 @@\n-x\n+y`,
    touches: [p],
  })),
  path.map((p) => ({ text: `--- a/${p}\n+++ /dev/null\n@@ -1 +0,0 @@\n-x`, touches: [p] })),
  path.map((p) => ({
    text: `diff --git a/${p} b/${p}\nBinary files a/${p} and b/${p} differ`,
    touches: [p],
  })),
  fc.tuple(path, path).map(([from, to]) => ({
    text: `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}`,
    touches: [from, to],
  })),
);

/** Out of the repository: no tool writes there, whatever the task. */
const isStray = (path: string) => path.startsWith("../");

/** The rule as domain.md § 8 says it. */
function isOutside(
  path: string,
  allowed: readonly string[],
  forbidden: readonly string[],
  lifted: readonly string[],
): boolean {
  if (allowed.length + forbidden.length === 0) return false;
  if (isStray(path)) return true;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  const fits = (globs: readonly string[]) => globs.some((one) => matchesSlowly(one.split("/"), parts));
  if (fits(lifted)) return false;
  return fits(forbidden) || (allowed.length > 0 && !fits(allowed));
}

it("no task ends with a path outside its boundaries unless a lead allowed it; a write is refused by the same rule", () => {
  const met = { taken: 0, refused: 0, stray: 0, lifted: 0 };
  fc.assert(
    fc.property(
      few(glob, 2),
      few(glob, 2),
      few(glob, 1),
      few(path, 2),
      few(change, 2),
      fc.constantFrom("complete", "handOff"),
      (allowed, forbidden, lifted, reported, changed, end) => {
        const driver = Driver.room("duo");
        driver.join("Pia", "planner");
        const ada = driver.join("Ada", "builder");
        driver.run(driver.create(LEAD, [{ role: "builder", boundaries: { allowed, forbidden } }]));
        const { fence } = driver.claim(ada).lease;
        const reason = "It moves.";
        if (lifted.length > 0) driver.run({ type: "allowPaths", by: LEAD, taskId: DEV, paths: lifted, reason });
        const paths = [...new Set([...reported, ...changed.flatMap(({ touches }) => touches)])];
        const outside = paths.filter((one) => isOutside(one, allowed, forbidden, lifted));

        const result = {
          summary: "ok",
          artifacts: reported.map((one) => ({ path: one, status: "modified" as const })),
          ...countDiff(changed.map(({ text }) => text).join("\n")),
        };
        const of = { by: ada, taskId: DEV, fence, next: false };
        const command: Command =
          end === "complete"
            ? { type: "complete", ...of, result }
            : {
                type: "handOff",
                ...of,
                handoff: { to: roleName("planner"), intent: "work", message: "Look", result },
              };

        for (const one of paths) {
          const refused = writing(driver, ada, one);
          expect([one, refused]).toEqual([one, outside.includes(one) || isStray(one)]);
        }
        const strays = paths.filter(isStray);
        if (strays.length > 0) {
          met.stray++;
          const refusal = driver.refused(command);
          expect(refusal.code).toBe("path_invalid");
          expect(new Set(refusal.details.paths as string[])).toEqual(new Set(strays));
          return;
        }
        if (outside.length > 0) {
          met.refused++;
          const refusal = driver.refused(command);
          expect(refusal.code).toBe("outside_boundaries");
          expect(new Set(refusal.details.paths as string[])).toEqual(new Set(outside));
          return;
        }
        met.taken++;
        driver.run(command);
        const isBeyond = paths.some((one) => isOutside(one, allowed, forbidden, []));
        if (!isBeyond) return;
        met.lifted++;
        expect(driver.log.find(({ type }) => type === "task.boundary_lifted")).toMatchObject({
          data: { taskId: DEV, reason },
          actor: { kind: "person", name: LEAD.name },
        });
      },
    ),
    { numRuns: 400 },
  );
  for (const count of Object.values(met)) expect(count).toBeGreaterThan(0);
});

/** Whether a tool that would write there is kept from it by the task's boundaries. */
function writing(driver: Driver, by: ReturnType<Driver["join"]>, path: string): boolean {
  const call = {
    callId: "c",
    digest: "c",
    harness: "claude",
    tool: "Write",
    cwd: ".",
    shown: "",
    input: { file_path: path, content: "" },
    // Where it leads on the disk: the agent's hook has looked.
    files: [{ path, real: path.replace(/^(\.\/)/, "").replaceAll("//", "/") }],
  };
  const found = checkCall(driver.room, { ...by, connection: 1 }, call);
  if (!found.ok) throw new Error("the room says nothing to it");
  // A person is asked, for another reason than where it lies.
  if (!found.checked) return false;
  const { verdict, rule } = found.checked;
  return verdict === "deny" && (rule === "boundaries" || rule === "outside");
}
