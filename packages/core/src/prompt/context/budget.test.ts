import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareOf } from "../../testing/property-runs.fixture.ts";
import { beginningOf, type Part, sizeOf, whole, withinBudget } from "./budget.ts";
import { type Item, items } from "./items.ts";
import { prose } from "./prose.ts";

const command = "squadroom task show DEV-001";
const Text = fc
  .tuple(fc.constantFrom("a", "ü", "字", "👍", "```\n", "word ", "\n"), fc.integer({ min: 1, max: 6_000 }))
  .map(([unit, n]) => unit.repeat(Math.ceil(n / unit.length)));
const Given = fc.oneof(
  fc.record({ kind: fc.constant("prose" as const), text: Text, weight: fc.nat({ max: 99 }) }),
  fc.record({
    kind: fc.constant("items" as const),
    texts: fc.array(fc.string({ minLength: 1, maxLength: 300 }), { maxLength: 60 }),
    weight: fc.nat({ max: 99 }),
  }),
);

function partOf(given: typeof Given extends fc.Arbitrary<infer T> ? T : never, at: number): Part {
  const { weight } = given;
  const title = `Part ${at}`;
  if (given.kind === "prose") return prose({ weight, title, text: given.text, command });
  const list = given.texts.map((text): Item => ({ kind: "line", text: JSON.stringify(text) }));
  return items({ weight, title, items: list, command });
}

describe("a text within a budget", () => {
  it("is whole where there is room, fits where there is none, and says with a command what it leaves out", () => {
    fc.assert(
      fc.property(fc.array(Given, { minLength: 1, maxLength: 12 }), (given) => {
        const parts = given.map(partOf);
        const all = whole(["The head.", ...parts, "## How to end it"]);
        const fitting = withinBudget(["The head.", ...parts, "## How to end it"]);
        expect(sizeOf(fitting)).toBeLessThanOrEqual(8_000);
        expect(fitting).toContain("The head.");
        expect(fitting).toContain("## How to end it");
        if (sizeOf(all) <= 8_000) expect(fitting).toBe(all);
        else expect(fitting).toMatch(/(Left out|Cut here): .+`squadroom task show DEV-001` prints/);
        for (const [at, part] of parts.entries()) {
          const title = part.write(Infinity)?.split("\n")[0];
          if (title) expect(fitting, `part ${at}`).toContain(title);
        }
      }),
      { numRuns: shareOf(100) },
    );
  });

  it("cuts nothing that costs less than to say that it is cut", () => {
    fc.assert(
      fc.property(Given, fc.integer({ min: 0, max: 8_000 }), (given, size) => {
        const part = partOf(given, 1);
        const all = part.write(Infinity);
        const cut = part.write(size);
        const note = /(?:Left out|Cut here): .+prints (?:them|all of it)\./.exec(cut ?? "")?.[0];
        if (all === null || note === undefined) expect(cut).toBe(all);
        else expect(sizeOf(all) - sizeOf(cut ?? "")).toBeGreaterThanOrEqual(sizeOf(note));
      }),
      { numRuns: shareOf(300) },
    );
    const short = prose({ weight: 1, title: "Short", text: "As it was, in two words.", command });
    expect(short.write(10)).toContain("As it was, in two words.");
  });

  it("cuts what matters least first", () => {
    const long = "word ".repeat(1_200);
    const part = (weight: number) => prose({ weight, title: `Weight ${weight}`, text: long, command });
    const text = withinBudget([part(90), part(10)]);
    expect(text).toMatch(/## Weight 10\n\n(```text\n[^`]*```\n\n)?(Cut here|Left out)/);
    expect(text.split("## Weight 10")[0]).not.toContain("Cut here");
  });

  it("counts bytes as UTF-8 does, and never ends within a letter", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat({ max: 40 }), (text, size) => {
        expect(sizeOf(text)).toBeGreaterThanOrEqual(new TextEncoder().encode(text).length);
        const cut = beginningOf(text, size);
        expect(sizeOf(cut)).toBeLessThanOrEqual(Math.max(size, sizeOf("")) + 3);
        expect(cut.isWellFormed()).toBe(true);
      }),
      { numRuns: shareOf(300) },
    );
  });
});

it("cuts at the end of a line or a sentence where one is near, else between words", () => {
  expect(beginningOf("Read it first. Then change the code as it says.", 20)).toBe("Read it first.");
  expect(beginningOf("Read it first.\nThen change the code.", 16)).toBe("Read it first.");
  expect(beginningOf("unmistakable rendering of words", 18)).toBe("unmistakable");
  expect(beginningOf("x".repeat(50), 24)).toBe("x".repeat(24));
});
