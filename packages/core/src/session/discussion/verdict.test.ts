import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareOf } from "../../testing/property-runs.fixture.ts";
import { type Judged, recommendationOf, resultOf, severityOf, topDivergences } from "./verdict.ts";

const said = (rating: number, more: Partial<Judged> = {}): Judged => ({
  rating,
  divergent: [],
  missing: [],
  risks: [],
  ...more,
});
const all = (...ratings: number[]) => ratings.map((rating) => said(rating));
const RISK = (severity: "high" | "medium") => ({ risks: [{ severity }] });

describe("the consensus table of document 004, by the rules of domain.md § 10", () => {
  it.each([
    [
      "a missing requirement is HIGH, however good the ratings",
      [...all(5, 5, 5), said(5, { missing: ["R-14"] })],
      "high",
    ],
    ["a high risk is HIGH", [...all(5, 5), said(5, RISK("high"))], "high"],
    ["a medium risk alone is nothing", [...all(5, 5), said(5, RISK("medium"))], "none"],
    ["two ratings of 2 are HIGH", all(5, 5, 5, 2, 2), "high"],
    ["an average below 3 is HIGH", all(3, 3, 2), "high"],
    ["an average of 3 is not", all(3, 3, 3), "none"],
    ["one rating of 2 is MEDIUM", all(5, 4, 4, 2), "medium"],
    ["a rating of 1 among good ones is MEDIUM", all(5, 5, 5, 1), "medium"],
    ["ratings 3 apart with none below 3 do not exist; 2 apart are nothing", all(5, 3), "none"],
    ["anything that they differ about is LOW", [...all(4, 4), said(4, { divergent: ["a limit"] })], "low"],
    ["what they differ about does not lift a MEDIUM", [...all(5, 5), said(2, { divergent: ["a limit"] })], "medium"],
    ["nothing said against it is none", all(4, 5, 4), "none"],
    ["one view alone may be HIGH", all(2), "high"],
  ] as const)("%s", (_, replies, severity) => {
    expect(severityOf([...replies])).toBe(severity);
  });

  it("recommends a revision once, then a person; caution for MEDIUM; nothing for LOW", () => {
    expect(recommendationOf("high", 0)).toBe("revise");
    expect(recommendationOf("high", 1)).toBe("escalate");
    expect(recommendationOf("medium", 1)).toBe("proceed-with-caution");
    expect(recommendationOf("low", 0)).toBeNull();
    expect(recommendationOf("none", 0)).toBeNull();
  });

  const anyReply: fc.Arbitrary<Judged> = fc.record({
    rating: fc.integer({ min: 1, max: 5 }),
    divergent: fc.array(fc.string(), { maxLength: 2 }),
    missing: fc.array(fc.string(), { maxLength: 1 }),
    risks: fc.array(fc.record({ severity: fc.constantFrom("high", "medium", "low") }), {
      maxLength: 2,
    }),
  });
  const ORDER = ["none", "low", "medium", "high"];

  it("depends on no order, and never falls when something is said against the work", () => {
    fc.assert(
      fc.property(
        fc.array(anyReply, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.constantFrom("missing", "risk", "divergent", "rating"),
        (replies, at, how) => {
          const before = severityOf(replies);
          expect(severityOf([...replies].reverse())).toBe(before);
          const worse = replies.map((one, i): Judged => {
            if (i !== at % replies.length) return one;
            if (how === "missing") return { ...one, missing: [...one.missing, "x"] };
            if (how === "divergent") return { ...one, divergent: [...one.divergent, "x"] };
            if (how === "risk") return { ...one, risks: [...one.risks, { severity: "high" }] };
            return { ...one, rating: Math.min(one.rating, 2) };
          });
          expect(ORDER.indexOf(severityOf(worse))).toBeGreaterThanOrEqual(ORDER.indexOf(before));
        },
      ),
      { numRuns: shareOf(300) },
    );
  });
});

it("the same words of several points of view are told once, a risk by its worst", () => {
  const view = (name: string, severity: "high" | "low", divergent: string[]) => ({
    name,
    focus: "",
    taskId: "VIEW-001",
    refusals: [],
    by: "Ann",
    reply: {
      rating: 4,
      summary: "",
      convergent: [],
      missing: ["R4"],
      divergent,
      actionItems: [],
      risks: [{ risk: "Wrong sums", severity }],
    },
  });
  const perspectives = [view("product", "low", []), view("risk", "high", ["No totals"])];
  const result = resultOf({ perspectives, verdict: null, artifact: null } as never);
  expect(result.risks).toEqual([{ text: "Wrong sums", by: ["risk", "product"], severity: "high" }]);
  expect(topDivergences(result).map(({ text }) => text)).toEqual(["R4", "Wrong sums", "No totals"]);
});
