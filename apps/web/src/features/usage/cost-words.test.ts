import { NO_USAGE } from "@squadroom/core/usage/usage";
import { describe, expect, it } from "vitest";
import { costSoFar, costText, roughTokens, todayText, usageFacts } from "./cost-words.ts";

const priced = { ...NO_USAGE, inputTokens: 1_000, costUsdMicros: 1_860_000, runs: 1 };
const unpriced = { ...NO_USAGE, inputTokens: 1_000, unpricedTokens: 1_000, runs: 2 };

describe("what a session cost, in words", () => {
  it("is dollars where all of it has a price", () => {
    expect([costSoFar(priced), costText(priced)]).toEqual(["1.86 USD so far", "1.86 USD"]);
    expect(usageFacts(priced)).toEqual(["1,000 tokens", "1 run"]);
  });

  it("is unknown, and not nothing, where no price was named", () => {
    expect([costSoFar(unpriced), costText(unpriced)]).toEqual(["cost unknown", "cost unknown"]);
    expect(usageFacts(unpriced)).toContain("1,000 tokens of unknown price");
  });

  it("says what of it is estimated", () => {
    const guessed = { ...priced, estimatedUsdMicros: 1_860_000 };
    const partly = { ...priced, estimatedUsdMicros: 400_000 };
    expect([costText(guessed), costSoFar(partly), todayText(guessed)]).toEqual([
      "1.86 USD (estimated)",
      "1.86 USD so far (0.40 estimated)",
      "1.86 USD (estimated)",
    ]);
  });

  it("says that there is more where only some of it has a price", () => {
    const both = { ...priced, unpricedTokens: 10 };
    expect(costSoFar(both)).toBe("at least 1.86 USD so far");
  });

  it("is rounded where it is estimated, from one unit to the next", () => {
    const rough = [0, 7.4, 994, 999, 1_040, 9_960, 16_800, 994_400, 999_800, 1_250_000];
    expect(rough.map(roughTokens)).toEqual(["0", "7", "994", "1 k", "1 k", "10 k", "17 k", "994 k", "1 M", "1.3 M"]);
  });

  it("is tokens where only tokens are known, and unknown where nothing is", () => {
    const both = { ...priced, unpricedTokens: 10 };
    expect([priced, unpriced, both, NO_USAGE].map(todayText)).toEqual([
      "1.86 USD",
      "1 k tokens",
      "at least 1.86 USD",
      "unknown",
    ]);
  });

  it("is left out where nothing was reported", () => {
    expect(costSoFar({ ...NO_USAGE, runs: 3 })).toBeNull();
    expect(costText(NO_USAGE)).toBe("unknown");
    expect(usageFacts({ ...NO_USAGE, runs: 2 })).toEqual(["tokens unknown", "2 runs"]);
  });
});
