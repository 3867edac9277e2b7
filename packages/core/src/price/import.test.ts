import { describe, expect, it } from "vitest";
import { BUILT_IN_PRICES } from "./built-in.ts";
import { writePrices } from "./export.ts";
import { readPrices } from "./import.ts";

const FACTS = { source: "Ada", asOf: "2026-06-01" };

function read(file: unknown) {
  const reading = readPrices(JSON.stringify(file), FACTS);
  if (!reading.ok) throw new Error(reading.message);
  return reading;
}

describe("an export of prices", () => {
  it("is read back as it was", () => {
    const reading = readPrices(writePrices(BUILT_IN_PRICES), FACTS);
    expect(reading).toEqual({
      ok: true,
      format: "squadroom",
      skipped: 0,
      warnings: [],
      prices: BUILT_IN_PRICES,
    });
  });

  it("names what is wrong with a row, and reads the others", () => {
    const { prices, skipped, warnings } = read({
      prices: [
        { model: "a", inputUsd: -1 },
        { model: "b", inputUsd: 2, surcharge: 3 },
        { model: "B", inputUsd: 4 },
        "c",
      ],
    });
    expect(prices).toEqual([
      {
        model: "b",
        provider: null,
        inputUsd: 2,
        outputUsd: null,
        cacheReadUsd: null,
        cacheWriteUsd: null,
        cacheWrite1hUsd: null,
        contextSize: null,
        class: null,
        source: "Ada",
        asOf: "2026-06-01",
      },
    ]);
    expect(skipped).toBe(3);
    expect(warnings.map(({ row, message }) => `${row}: ${message}`)).toEqual([
      expect.stringMatching(/^a: Skipped: inputUsd /),
      "b: Not imported: surcharge.",
      "B: Skipped: the file names this model before.",
      "4: Skipped: it is no price.",
    ]);
  });
});

describe("LiteLLM's model prices", () => {
  it("become prices for a million tokens; what they say beyond that is named", () => {
    const { format, prices, skipped, warnings } = read({
      sample_spec: { litellm_provider: "one of them", input_cost_per_token: 0 },
      "claude-x": {
        litellm_provider: "anthropic",
        mode: "chat",
        input_cost_per_token: 3e-6,
        output_cost_per_token: 1.5e-5,
        cache_read_input_token_cost: 3e-7,
        cache_creation_input_token_cost: 3.75e-6,
        cache_creation_input_token_cost_above_1hr: 6e-6,
        input_cost_per_token_above_200k_tokens: 6e-6,
        max_input_tokens: 200_000,
        max_tokens: 64_000,
      },
      "image-x": { litellm_provider: "openai", mode: "image", output_cost_per_image: 0.04 },
      "odd-x": {
        litellm_provider: "odd",
        input_cost_per_token: "free",
        output_cost_per_token: 1e-6,
      },
      "tiny-x": { litellm_provider: "odd", input_cost_per_token: 1.23456789e-9 },
    });
    expect(format).toBe("litellm");
    expect(skipped).toBe(2);
    const known = { class: null, source: "LiteLLM", asOf: "2026-06-01" };
    const none = {
      cacheReadUsd: null,
      cacheWriteUsd: null,
      cacheWrite1hUsd: null,
      contextSize: null,
    };
    expect(prices).toEqual([
      {
        model: "claude-x",
        provider: "anthropic",
        inputUsd: 3,
        outputUsd: 15,
        cacheReadUsd: 0.3,
        cacheWriteUsd: 3.75,
        cacheWrite1hUsd: 6,
        contextSize: 200_000,
        ...known,
      },
      { model: "odd-x", provider: "odd", inputUsd: null, outputUsd: 1, ...none, ...known },
      { model: "tiny-x", provider: "odd", inputUsd: 0.001235, outputUsd: null, ...none, ...known },
    ]);
    expect(warnings.map(({ row, message }) => `${row}: ${message}`)).toEqual([
      "sample_spec: Skipped: it explains the file.",
      "claude-x: Not imported: input_cost_per_token_above_200k_tokens.",
      "image-x: Skipped: it has no price for a token.",
      "odd-x: input_cost_per_token is no price, so it is unknown.",
      "tiny-x: input_cost_per_token is rounded to 0.001235 USD for a million tokens.",
    ]);
  });
});

describe("a file that is none of these", () => {
  it.each(["", "nothing", "[]", "{}", '{"a":{"b":1}}'])("is refused as a whole: %s", (content) => {
    expect(readPrices(content, FACTS).ok).toBe(false);
  });
});
