import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Command } from "../kernel/command.ts";
import type { RoomEvent } from "../kernel/event.ts";
import { isInProject } from "../kernel/glob.ts";
import { type RoomId, roleName, taskId } from "../kernel/ids.ts";
import { apply } from "../log/apply.ts";
import { emptyView } from "../log/view.ts";
import { LEAD, ROOM_ID } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { countDiff } from "./diff-lines.ts";
import type { Artifact } from "./result.ts";
import { keptFiles } from "./resume.ts";

const DEV = taskId("DEV-001");
const HASH = "a".repeat(64);

/** DEV-001 without boundaries in the builder's hand, and each way in which a report names a file. */
function unbounded() {
  const driver = Driver.room("duo");
  driver.join("Pia", "planner");
  const by = driver.join("Ada", "builder");
  driver.run(driver.create(LEAD, [{ role: "builder" }]));
  const { fence } = driver.claim(by).lease;
  const of = { by, taskId: DEV, fence };
  const made = (path: string, status: Artifact["status"] = "created") => [{ path, status }];
  const result = (path: string) => ({ summary: "ok", artifacts: made(path) });
  const ends = (given: object): Command =>
    ({ type: "complete", ...of, next: false, result: { summary: "ok" }, ...given }) as Command;
  const doors = {
    progress: (path: string): Command => ({
      type: "progress",
      ...of,
      progress: { artifacts: made(path) },
    }),
    done: (path: string) => ends({ result: result(path) }),
    diff: (path: string) =>
      ends({
        result: {
          summary: "ok",
          ...countDiff(`--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-x\n+y`),
        },
      }),
    found: (path: string) => ends({ found: { files: [{ path, hash: HASH }] } }),
    handoff: (path: string): Command => ({
      type: "handOff",
      ...of,
      next: false,
      handoff: {
        to: roleName("planner"),
        intent: "work",
        message: "Look",
        result: result(path),
      },
    }),
  };
  return { driver, of, made, doors };
}
type Door = keyof ReturnType<typeof unbounded>["doors"];
const DOORS: Door[] = ["progress", "done", "diff", "found", "handoff"];

const part = fc.constantFrom("src", "a.ts", "..b", "b..", "…", "c d", ".env", "x~", "~x");
const inner = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const stray = fc.oneof(
  inner.map((path) => `../${path}`),
  inner.map((path) => `/${path}`),
  inner.map((path) => `~/${path}`),
  inner.map((path) => `C:/${path}`),
  inner.map((path) => `file:///${path}`),
  inner.map((path) => `FILE:${path}`),
  inner.map((path) => `https://example.com/../${path}`),
  fc.tuple(inner, inner).map(([a, b]) => `${a}/../../../${b}`),
  fc.tuple(inner, inner).map(([a, b]) => `${a}/../${b}`),
  fc.tuple(inner, inner).map(([a, b]) => `${a}\\${b}`),
  fc.constantFrom("..", ".", "./", "/", "~", "./..", "\\\\server\\share", "a/..", "//etc"),
);

describe("a report that names a file outside the project", () => {
  it.each(DOORS)("is refused by %s whatever the path, with no boundaries, and changes nothing", (door) => {
    const { driver, doors } = unbounded();
    // Git's own names may have a backslash.
    const isStray = (path: string) => !isInProject(path.replaceAll("\\", "/"));
    fc.assert(
      fc.property(door === "diff" ? stray.filter(isStray) : stray, (path) => {
        const before = driver.log.length;
        const refusal = driver.refused(doors[door](path));
        expect(refusal.code).toBe("path_invalid");
        expect(refusal.details).toMatchObject({ taskId: DEV, paths: [expect.any(String)] });
        expect(driver.log.length).toBe(before);
      }),
      { numRuns: shareOf(150) },
    );
  });

  it("holds a backslash in a diff against boundaries as a sign and as a slash", () => {
    const given = (allowed: string[], forbidden: string[], name: string) => {
      const driver = Driver.room("duo");
      const by = driver.join("Ada", "builder");
      driver.run(driver.create(LEAD, [{ role: "builder", boundaries: { allowed, forbidden } }]));
      const { fence } = driver.claim(by).lease;
      const made = countDiff(`diff --git "a/${name}" "b/${name}"\nnew file mode 100644\n`);
      const result = { summary: "ok", ...made };
      const ruling = driver.try({
        type: "complete",
        by,
        taskId: DEV,
        fence,
        next: false,
        result,
      });
      return ruling.ok ? "taken" : ruling.refusal.details.paths;
    };
    expect(given(["gen/**"], [], "gen/a\\\\b.ts")).toBe("taken");
    expect(given(["gen/*"], [], "gen/a\\\\b.ts")).toEqual(["gen/a\\b.ts"]);
    expect(given([], ["src/**"], "src\\\\b.ts")).toEqual(["src\\b.ts"]);
    expect(given([], ["gen/a*"], "gen/a\\\\b.ts")).toEqual(["gen/a\\b.ts"]);
  });

  it("is taken by progress where each path is in the project, or a URL", () => {
    const { driver, doors } = unbounded();
    const url = inner.map((path) => `https://example.com/${path}`);
    fc.assert(
      fc.property(
        fc.oneof(
          inner,
          inner.map((path) => `./${path}`),
          url,
        ),
        (path) => {
          expect(isInProject(path)).toBe(true);
          driver.run(doors.progress(path));
        },
      ),
      { numRuns: shareOf(100) },
    );
  });

  it("says which paths, and what to do", () => {
    const { driver, doors } = unbounded();
    const refusal = driver.refused(doors.done("../evil.ts"));
    expect(refusal.message).toBe("../evil.ts isn't a path in the project, so nothing of this report was kept.");
  });

  it("stands in an older log: it folds, nobody looks for the file, and it can be taken back", () => {
    const { driver, of, made, doors } = unbounded();
    driver.run(doors.progress("evil.ts"));
    const now = JSON.stringify(driver.log).replaceAll('"evil.ts"', '"../evil.ts"');
    const older = JSON.parse(now) as RoomEvent[];
    driver.view = older.reduce(apply, emptyView(ROOM_ID as RoomId));
    expect(driver.task(DEV).progress?.artifacts).toMatchObject([{ path: "../evil.ts" }]);
    expect(driver.refused(doors.progress("../evil.ts")).code).toBe("path_invalid");
    driver.run({ type: "progress", ...of, progress: { artifacts: made("../evil.ts", "deleted") } });
    expect(driver.task(DEV).progress?.artifacts).toEqual([]);
    const cut = { how: "expired", reason: "", at: 0 } as never;
    const artifacts = [{ path: "../evil.ts", status: "created", stage: "final", hash: HASH }];
    const progress = { at: 0, completed: [], remaining: [], artifacts } as never;
    expect(keptFiles({ outputs: [], progress, lastEnd: cut, review: null })).toEqual([]);
  });
});
