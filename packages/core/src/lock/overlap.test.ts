import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesGlob, normalisePath, readGlob } from "../kernel/glob.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { readPattern } from "./lock.ts";
import { commonLocked, commonPath } from "./overlap.ts";

const WORK = 2_000_000;
const common = (a: string, b: string) => commonPath(readGlob(a), readGlob(b), { left: WORK });

describe("the overlap of two patterns", () => {
  it.each([
    ["a/**", "*/b", "a/b"],
    ["src/**/webhook.ts", "src/refund/*.ts", "src/refund/webhook.ts"],
    ["src/refund/**", "src/ledger/**", null],
    ["src/**", "src", "src"],
    ["**", "**/**", "x"],
    ["*.ts", "*.tsx", null],
    ["a*b", "*ab", "ab"],
    ["*", ".env", ".env"],
    ["*/*", "*", null],
    ["src/a.ts", "src//./a.ts", "src/a.ts"],
    // No path has a segment of dots alone, and none begins with a drive.
    [".?", "?.", null],
    ["a/.?", "a/?.", null],
    ["?:a", "c*", null],
    ["x/?:a", "x/c*", "x/c:a"],
    ["?:*", "*:a", "1:a"],
    ["**/c:", "c*", null],
    ["**/a:", "**", "x/a:"],
  ])("of %s and %s is %s", (a, b, path) => {
    expect(common(a, b)).toBe(path);
    expect(common(b, a) === null).toBe(path === null);
  });

  it("is nothing where a pattern leads out of the repository", () => {
    expect(common("../a", "**")).toBeNull();
    expect(["/etc", "a/../b", "C:/x", "a\\b", "", "/"].map(readPattern)).toEqual(new Array(6).fill(null));
    expect([".", "./", "**", "**/**"].map(readPattern)).toEqual(["**", "**", "**", "**"]);
    expect(readPattern("./src//db/")).toBe("src/db/**");
  });

  const LETTERS = ["a", "b", ".", ":"];
  const names = LETTERS.flatMap((a) => [a, ...LETTERS.flatMap((b) => [a + b, `${a}${b}a`])]);
  const paths = [...names, ...names.flatMap((a) => names.map((b) => `${a}/${b}`))];
  const short = ["a", "b", "a.", ".a", "b:"];
  for (const a of short) for (const b of short) for (const c of short) paths.push(`${a}/${b}/${c}`);
  const valid = paths.filter((path) => normalisePath(path) === path);

  it("is exact: against every path of three letters a part", () => {
    const part = fc.oneof(
      { weight: 1, arbitrary: fc.constant("**") },
      {
        weight: 3,
        arbitrary: fc.string({
          unit: fc.constantFrom("a", "b", ".", ":", "*", "?"),
          minLength: 1,
          maxLength: 3,
        }),
      },
    );
    const pattern = fc
      .array(part, { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join("/"))
      .filter((text) => normalisePath(text) !== null);
    let both = 0;
    fc.assert(
      fc.property(pattern, pattern, (a, b) => {
        const found = common(a, b);
        if (found !== null) {
          expect(normalisePath(found)).toBe(found);
          expect([matchesGlob(a, found), matchesGlob(b, found)]).toEqual([true, true]);
          both += 1;
        } else {
          const missed = valid.find((path) => matchesGlob(a, path) && matchesGlob(b, path));
          expect(missed).toBeUndefined();
        }
      }),
      { numRuns: shareOf(600) },
    );
    expect(both).toBeGreaterThan(0);
  });

  it("of a plain path is with all below it, since no path is a file and a folder: against every pair of paths", () => {
    const few = fc.constantFrom("a", "b", "*", "?", "**", "a*", ".a");
    const pattern = fc.array(few, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    const isPlain = (text: string) => !/[*?]/.test(text);
    const matchedBy = (text: string) => all.filter((path) => matchesGlob(text, path));
    const near = ["a", "b", ".a", "ab"];
    const two = near.flatMap((a) => near.map((b) => `${a}/${b}`));
    const three = two.flatMap((a) => near.map((b) => `${a}/${b}`));
    const all = [...near, ...two, ...three, ...three.flatMap((a) => near.map((b) => `${a}/${b}`))];
    /** It is plain, and whatever the other one matches is below. */
    const hasBelow = (folder: string, text: string) => {
      const paths = matchedBy(text);
      return isPlain(folder) && paths.every((path) => path.startsWith(`${folder}/`));
    };
    const met = { below: 0, common: 0, apart: 0 };
    fc.assert(
      fc.property(pattern, pattern, (a, b) => {
        const isCommon = all.some((path) => matchesGlob(a, path) && matchesGlob(b, path));
        const isOver = hasBelow(a, b) || hasBelow(b, a);
        const found = commonLocked(readGlob(a), readGlob(b), { left: WORK });
        expect(found !== null).toBe(isCommon || isOver);
        met[isCommon ? "common" : isOver ? "below" : "apart"] += 1;
      }),
      { numRuns: 600 },
    );
    for (const count of Object.values(met)) expect(count).toBeGreaterThan(0);
  });

  it("ends with its work, also for patterns that are made to be slow", () => {
    const slow = `${"*a".repeat(140)}b`;
    const work = { left: 10_000 };
    expect(commonPath(readGlob(slow), readGlob(`${"*aa".repeat(90)}c`), work)).toBeNull();
    expect(work.left).toBeLessThanOrEqual(0);
  });
});
