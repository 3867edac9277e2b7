import type { Price } from "./price.ts";

/** Exports this server's prices in the form that `readPrices` reads. */
export function writePrices(prices: readonly Price[]): string {
  const rows = prices.map(({ model, provider, inputUsd, outputUsd, cacheReadUsd, cacheWriteUsd, ...more }) => ({
    model,
    provider,
    inputUsd,
    outputUsd,
    cacheReadUsd,
    cacheWriteUsd,
    cacheWrite1hUsd: more.cacheWrite1hUsd,
    contextSize: more.contextSize,
    class: more.class,
    source: more.source,
    asOf: more.asOf,
  }));
  return `${JSON.stringify({ squadroom: "prices", prices: rows }, null, 2)}\n`;
}
