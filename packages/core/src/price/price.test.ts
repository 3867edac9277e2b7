import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { entryOf, modelKey } from "../usage/model-name.ts";
import { NO_USAGE, type ReportedUsage } from "../usage/usage.ts";
import { BUILT_IN_PRICES } from "./built-in.ts";
import { PriceBody } from "./contract.ts";
import { estimate, type Price, priced, withOthers } from "./price.ts";

const aPrice = (model: string, more: Partial<Price> = {}): Price => ({
  model,
  provider: null,
  inputUsd: 3,
  outputUsd: 15,
  cacheReadUsd: 0.3,
  cacheWriteUsd: 3.75,
  cacheWrite1hUsd: 6,
  contextSize: null,
  class: null,
  source: "a test",
  asOf: "2026-05-22",
  ...more,
});
const used = (more: Partial<ReportedUsage> = {}): ReportedUsage => ({
  inputTokens: 1_000,
  outputTokens: 100,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsdMicros: null,
  model: "large",
  runs: 0,
  basis: "unknown",
  ...more,
});

describe("the price of a model", () => {
  const registry = ["claude-*", "claude-opus-4*", "claude-opus-4-5", "azure/gpt-5", "gpt-5"].map((model) =>
    aPrice(model),
  );
  const entry = (model: string) => entryOf(registry, model)?.model ?? null;

  it("is that of its own name, else of the longest beginning", () => {
    const names = ["claude-opus-4-5", "claude-opus-4-5-20251101", "claude-haiku", "Claude-Opus-4-5"];
    expect(names.map(entry)).toEqual(["claude-opus-4-5", "claude-opus-4*", "claude-*", "claude-opus-4-5"]);
  });

  it("is looked up without the providers in front where nothing fits the whole name", () => {
    const names = ["azure/gpt-5", "router/azure/gpt-5", "openai/gpt-5", "router/anthropic/claude-x"];
    expect(names.map(entry)).toEqual(["azure/gpt-5", "azure/gpt-5", "gpt-5", "claude-*"]);
  });

  it("is unknown where no entry fits, and a beginning fits only with its star", () => {
    expect(["gpt-5-mini", "claude", "mystery"].map(entry)).toEqual([null, null, null]);
  });

  it("is the server's own where it came with Squadroom too", () => {
    const own = aPrice("GPT-5", { inputUsd: null });
    expect(withOthers([own], registry).filter(({ model }) => modelKey(model) === "gpt-5")).toEqual([own]);
  });

  it("came with Squadroom for the models of today's agents, each a valid entry of its own", () => {
    for (const price of BUILT_IN_PRICES) expect(PriceBody.parse(price)).toEqual(price);
    const keys = BUILT_IN_PRICES.map(({ model }) => modelKey(model));
    expect(new Set(keys).size).toBe(keys.length);
    expect(entryOf(BUILT_IN_PRICES, "claude-sonnet-4-5-20250929")?.model).toBe("claude-sonnet-4-5*");
    expect(entryOf(BUILT_IN_PRICES, "gpt-5.5-pro")).toBeNull();
  });
});

describe("an estimate", () => {
  it("is tokens times their prices, and says by which entry", () => {
    const usage = used({ cacheReadTokens: 10_000, cacheWriteTokens: 2_000 });
    expect(estimate(usage, aPrice("large*"))).toEqual({
      isKnown: true,
      costUsdMicros: 3_000 + 1_500 + 3_000 + 7_500,
      model: "large*",
    });
  });

  it("is unknown where a kind of token that was used has no price", () => {
    const price = aPrice("large", { cacheReadUsd: null });
    expect(estimate(used({ cacheReadTokens: 1 }), price)).toEqual({
      isKnown: false,
      unpriced: ["cacheReadUsd"],
      model: "large",
    });
    expect(estimate(used(), price)).toMatchObject({ isKnown: true });
  });

  it("has a price of its own for what the cache keeps for an hour, and never that of five minutes", () => {
    const usage = used({ cacheWriteTokens: 1_500_000, cacheWrite1hTokens: 1_000_000 });
    const opus = entryOf(BUILT_IN_PRICES, "claude-opus-4-6") as Price;
    const costUsdMicros = 5_000 + 2_500 + 3_125_000 + 10_000_000;
    expect(estimate(usage, opus)).toMatchObject({ isKnown: true, costUsdMicros });
    const unsaid = estimate(usage, { ...opus, cacheWrite1hUsd: null });
    expect(unsaid).toMatchObject({ isKnown: false, unpriced: ["cacheWrite1hUsd"] });
  });

  it("is nothing where the price is 0, which is no unknown price", () => {
    const free = aPrice("local", { inputUsd: 0, outputUsd: 0 });
    expect(priced(used({ model: "local" }), [free])).toMatchObject({
      costUsdMicros: 0,
      basis: "estimated",
    });
  });

  it("is exact to half a millionth of a dollar, for any tokens and prices", () => {
    const tokens = fc.integer({ min: 0, max: 1_000_000_000 });
    const micros = fc.integer({ min: 0, max: 10_000_000_000 });
    fc.assert(
      fc.property(tokens, micros, tokens, micros, (inputTokens, input, outputTokens, output) => {
        const price = aPrice("any", { inputUsd: input / 1e6, outputUsd: output / 1e6 });
        const exact = BigInt(inputTokens) * BigInt(input) + BigInt(outputTokens) * BigInt(output);
        const found = estimate({ ...NO_USAGE, inputTokens, outputTokens }, price);
        if (!found.isKnown) throw new Error("both kinds have a price");
        const off = BigInt(found.costUsdMicros) * 1_000_000n - exact;
        expect(off > -500_000n && off <= 500_000n).toBe(true);
      }),
      { numRuns: shareOf(300) },
    );
  });
});

describe("a report", () => {
  const registry = [aPrice("large*")];

  it("gets a cost where it names none and its model has a price", () => {
    expect(priced(used({ model: "large-2" }), registry)).toEqual(
      used({ model: "large-2", costUsdMicros: 4_500, basis: "estimated", pricedBy: "large*" }),
    );
  });

  it("keeps the cost that it names, and stays unknown without a model or a price", () => {
    const billed = used({ costUsdMicros: 7, basis: "billed" });
    const nameless = used({ model: null });
    const strange = used({ model: "small" });
    expect([billed, nameless, strange].map((one) => priced(one, registry))).toEqual([billed, nameless, strange]);
  });
});
