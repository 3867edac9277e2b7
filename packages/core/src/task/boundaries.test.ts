import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { BoundariesBody } from "../kernel/assignment.ts";
import { matchesGlob, normalisePath } from "../kernel/glob.ts";
import { isInside } from "../kernel/inside.ts";
import { aTask } from "../testing/builders.fixture.ts";
import { globParts, matchesSlowly, pathParts } from "../testing/glob.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { boundaryWarnings, pathsOutside } from "./boundaries.ts";
import { outputPath } from "./outputs.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

describe("globs of boundaries", () => {
  it.each([
    ["src/a.ts", "src/a.ts", true],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["src/*", "src/.env", true],
    ["src/**", "src/deep/er/a.ts", true],
    ["src/**", "src", true],
    ["src/**", "srcs/a.ts", false],
    ["src/", "src/deep/a.ts", true],
    ["**/*.test.ts", "a.test.ts", true],
    ["**/*.test.ts", "src/deep/a.test.ts", true],
    ["src/**/test/**", "src/test/a.ts", true],
    ["src/**/test/**", "src/a/b/test/c/d.ts", true],
    ["**", ".github/workflows/ci.yml", true],
    ["**/**", "a", true],
    ["a/**/**/b", "a/x/y/b", true],
    ["?.ts", "a.ts", true],
    ["?.ts", "ab.ts", false],
    ["?.ts", "😀.ts", true],
    ["a.ts", "aXts", false],
    ["(a|b)+[c]{d}$^.ts", "(a|b)+[c]{d}$^.ts", true],
    ["./src//a.ts", "src/a.ts", true],
    ["../src/**", "src/a.ts", false],
    ["/src/**", "src/a.ts", false],
  ])("%s on %s: %s", (glob, one, expected) => {
    expect(matchesGlob(glob, one)).toBe(expected);
  });

  it("match as their definition says, whatever the glob", () => {
    fc.assert(
      fc.property(globParts, pathParts, (glob, one) => {
        expect(matchesGlob(glob.join("/"), one.join("/"))).toBe(matchesSlowly(glob, one));
      }),
      { numRuns: shareOf(2000) },
    );
  });

  it("stay fast on globs that are made to be slow", () => {
    expect(matchesGlob(`${"*a".repeat(150)}b`, "a".repeat(500))).toBe(false);
    expect(matchesGlob(`${"**/a/".repeat(60)}b`, "a/".repeat(250).slice(0, -1))).toBe(false);
  });
});

describe("paths", () => {
  it.each([
    ["./src/a.ts", "src/a.ts"],
    ["src//a.ts", "src/a.ts"],
    ["src/./a.ts", "src/a.ts"],
    ["src/a.ts/", "src/a.ts"],
    [".env", ".env"],
    ["...", "..."],
    ["", null],
    [".", null],
    ["/etc/passwd", null],
    ["../a.ts", null],
    ["src/../../a.ts", null],
    ["src\\a.ts", null],
    ["C:/a.ts", null],
    ["./C:/a.ts", null],
  ])("%j means %j", (path, expected) => {
    expect(normalisePath(path)).toBe(expected);
  });

  it("normalise once and for all", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", ".", "/", "\\", ":"), maxLength: 12 }), (path) => {
        const normal = normalisePath(path);
        if (normal !== null) expect(normalisePath(normal)).toBe(normal);
      }),
    );
  });
});

describe("inside the boundaries", () => {
  it("is everything that is not forbidden where nothing is listed as allowed", () => {
    expect(isInside({ allowed: [], forbidden: ["src/legacy/**"] }, "src/a.ts")).toBe(true);
    expect(isInside({ allowed: [], forbidden: ["src/legacy/**"] }, "src/legacy/a.ts")).toBe(false);
  });

  it("is everything where nothing is said, and nothing that any of several globs forbids", () => {
    expect(isInside({ allowed: [], forbidden: [] }, "src/a.ts")).toBe(true);
    const boundaries = { allowed: ["docs/**", "src/**"], forbidden: ["src/x/**", "src/y/**"] };
    const paths = ["src/a.ts", "docs/a.md", "src/x/a.ts", "src/y/a.ts", "test/a.ts"];
    expect(paths.map((one) => isInside(boundaries, one))).toEqual([true, true, false, false, false]);
  });

  it("is what looks the same, however its letters are composed", () => {
    const [composed, apart] = ["gr\u00f6\u00dfe", "gro\u0308\u00dfe"];
    for (const [pattern, path] of [
      [composed, apart],
      [apart, composed],
    ]) {
      const own = [`src/${pattern}/**`, `*/${pattern}?/x`];
      expect(isInside({ allowed: [], forbidden: own }, `src/${path}/a.ts`)).toBe(false);
      expect(isInside({ allowed: own, forbidden: [] }, `src/${path}n/x`)).toBe(true);
    }
  });

  it("forbidden beats allowed", () => {
    const boundaries = { allowed: ["src/**"], forbidden: ["src/**/*.sql"] };
    expect(["src/a.ts", "src/db/x.sql", "docs/a.md"].map((one) => isInside(boundaries, one))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("is no escape, however it is written", () => {
    expect(isInside({ allowed: [], forbidden: [] }, "../../etc/passwd")).toBe(false);
    expect(isInside({ allowed: [], forbidden: ["secret/**"] }, "./secret//key")).toBe(false);
  });

  it("is said of a task's outputs and boundaries when it is created", () => {
    const task = aTask({
      boundaries: { allowed: ["src/**", "/abs/**"], forbidden: ["../up"] },
      outputs: ["src/a.ts", "docs/a.md"],
    });
    expect(boundaryWarnings([task])).toEqual([
      "DEV-001: the boundary /abs/** is not a path in the repository and matches nothing",
      "DEV-001: the boundary ../up is not a path in the repository and matches nothing",
      "DEV-001: the output docs/a.md is outside its boundaries",
    ]);
  });

  it("compares as many outputs and patterns as a call may have, as people write them", () => {
    const allowed = Array.from({ length: 200 }, (_, i) => `packages/part-${i}/src/**/*.ts`);
    const tasks = Array.from({ length: 16 }, (_, n) =>
      aTask({
        id: `DEV-${n}` as never,
        boundaries: { allowed: [...allowed, "docs/"], forbidden: [] },
        outputs: Array.from({ length: 100 }, (_, i) => `packages/part-${n + i}/src/a/file-${i}.ts`),
      }),
    );
    expect(boundaryWarnings(tasks)).toEqual([]);
  });

  it("says how many warnings it leaves out", () => {
    const outputs = Array.from({ length: 80 }, (_, i) => `other/${i}.ts`);
    const task = aTask({ boundaries: { allowed: ["src/"], forbidden: [] }, outputs });
    const warnings = boundaryWarnings([task]);
    expect(warnings).toHaveLength(51);
    expect(warnings.at(-1)).toBe("and 30 more of this kind");
  });

  it("spends no more on hostile patterns than a call may cost, and says what was not compared", () => {
    const hostile = Array.from({ length: 100 }, () => `${"*a".repeat(149)}b`);
    const task = aTask({
      boundaries: { allowed: hostile, forbidden: hostile },
      outputs: Array.from({ length: 100 }, () => "a".repeat(500)),
    });
    const { unknown } = pathsOutside(task.outputs.map(outputPath), (path) => ({
      boundaries: task.boundaries,
      path,
    }));
    expect(unknown).toHaveLength(100);
    expect(boundaryWarnings([task])).toEqual([
      "100 outputs were not compared with their boundaries, because these patterns are too expensive; use fewer, with fewer wildcards",
    ]);
    const work = { left: 20_000 };
    expect(isInside(task.boundaries, "a".repeat(500), work)).toBe(false);
    expect(work.left).toBeGreaterThan(-1_000);
  });
});

describe("patterns of other tools", () => {
  it.each(["**/*.{env,key}", "src/[bc].ts", "!(src)/**", "!secret/**"])(
    "are refused where boundaries are set: %s would forbid nothing",
    (pattern) => {
      const read = BoundariesBody.safeParse({ forbidden: [pattern] });
      expect(read.error?.issues).toMatchObject([{ path: ["forbidden", 0] }]);
      expect(read.error?.issues[0]?.message).toContain("patterns know only *, ** and ?");
      expect(BoundariesBody.safeParse({ allowed: ["app/?id?/*.tsx", "a (1)/x!"] }).success).toBe(true);
    },
  );
});
