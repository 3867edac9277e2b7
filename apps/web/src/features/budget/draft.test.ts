import { describe, expect, it } from "vitest";
import { bodyOf, draftOf, isEmptyDraft, problemsIn } from "./draft.ts";

const budget = { tokens: 9_000, costUsdMicros: 2_500_000, runs: null, warnAt: 0.8 };

describe("a budget as it is typed", () => {
  it("shows what is set, and is sent as it was", () => {
    const draft = draftOf(budget);
    expect(draft).toEqual({ usd: "2.5", tokens: "9000", runs: "", warnAt: "80" });
    expect(bodyOf(draft)).toEqual({ costUsd: 2.5, tokens: 9_000, runs: undefined, warnAt: 0.8 });
  });

  it("is no limit where nothing is typed", () => {
    expect(isEmptyDraft(draftOf(null))).toBe(true);
    expect(bodyOf(draftOf(null))).toBeNull();
    expect(problemsIn({ ...draftOf(null), warnAt: "" })).toEqual([]);
  });

  it("names the fields that hold no number of their kind", () => {
    const typed = { usd: "0", tokens: "1.5", runs: "many", warnAt: "2" };
    expect(problemsIn(typed)).toEqual(["usd", "tokens", "runs", "warnAt"]);
    expect(problemsIn(draftOf(budget))).toEqual([]);
  });
});
