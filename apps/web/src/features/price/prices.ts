import type { Row } from "@squadroom/client/pages";

export type Price = Row<"listPrices">;

export const PRICES = ["prices"] as const;

export const FIGURES = [
  { figure: "inputUsd", name: "input" },
  { figure: "outputUsd", name: "output" },
  { figure: "cacheReadUsd", name: "cacheRead" },
  { figure: "cacheWriteUsd", name: "cacheWrite" },
  { figure: "cacheWrite1hUsd", name: "cacheWrite1h" },
] as const;

/** Unrounded: prices have as many digits as their maker gives them. */
export function figureText(usd: number | null): string {
  return usd === null ? "unknown" : usd.toLocaleString("en", { maximumFractionDigits: 6 });
}
