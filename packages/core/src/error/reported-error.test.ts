import fc from "fast-check";
import { expect, it } from "vitest";
import { type AttemptedFix, FIX_OUTCOMES, fixesText, splitFixes } from "./reported-error.ts";

const fix = fc.record({
  fix: fc.stringMatching(/^[a-z]{1,8}$/),
  outcome: fc.constantFrom(...FIX_OUTCOMES),
  note: fc.option(fc.stringMatching(/^[a-z]{1,8}$/), { nil: undefined }),
}) as fc.Arbitrary<AttemptedFix>;

it("says what came of a fix beside it, and what was not tried apart from what was", () => {
  expect(fixesText([])).toBe("Nothing was tried.");
  expect(
    fixesText([
      { fix: "export it", outcome: "not_tried", note: "not mine" },
      { fix: "widen it", outcome: "failed", note: "4 others break" },
      { fix: "restore it", outcome: "worked" },
    ]),
  ).toBe("Tried: widen it (failed: 4 others break); restore it (worked). Not tried: export it (not mine).");
  expect(fixesText([{ fix: "export it", outcome: "not_tried" }])).toBe("Nothing was tried. Not tried: export it.");
});

it("never lists a fix as tried that was not, loses none, and says what each was worth", () => {
  fc.assert(
    fc.property(fc.array(fix, { maxLength: 6 }), (fixes) => {
      const [, tried = "", untried = ""] =
        /^(?:Nothing was tried|Tried: (.*?))\.(?: Not tried: (.*)\.)?$/.exec(fixesText(fixes)) ?? [];
      const listed = (text: string) => (text === "" ? [] : text.split("; "));
      const told = [...listed(tried), ...listed(untried)];
      expect(listed(untried ?? "")).toHaveLength(splitFixes(fixes).untried.length);
      expect(told).toHaveLength(fixes.length);
      for (const { fix: name, outcome, note } of fixes) {
        const came = [outcome === "not_tried" ? [] : outcome, note ?? []].flat().join(": ");
        const own = came === "" ? name : `${name} (${came})`;
        expect(listed(outcome === "not_tried" ? untried : tried)).toContain(own);
      }
    }),
  );
});
