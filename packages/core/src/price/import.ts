import { modelKey } from "../usage/model-name.ts";
import { type PriceBody as Body, PriceBody } from "./contract.ts";
import { FIGURES, type Price } from "./price.ts";

/** What a file says that models cost; rows that don't say are named, never dropped silently. */
export type PriceReading =
  | {
      ok: true;
      format: "squadroom" | "litellm";
      prices: Price[];
      skipped: number;
      warnings: Warning[];
    }
  | { ok: false; message: string };

/** `row`: the model, or its place in the list, from 1. */
export interface Warning {
  row: string;
  message: string;
}

type Json = Record<string, unknown>;
type Row = { price: Price; notes: string[] } | { price: null; notes: string[] };
/** Where the figures come from, if the file doesn't say. */
export interface FileFacts {
  source: string;
  asOf: string;
}

/** Reads Squadroom's export, and LiteLLM's `model_prices_and_context_window.json`. */
export function readPrices(content: string, { asOf, source }: FileFacts): PriceReading {
  let file: unknown;
  try {
    file = JSON.parse(content);
  } catch {
    return { ok: false, message: "The file is no JSON." };
  }
  if (isObject(file) && Array.isArray(file.prices)) {
    const rows = file.prices.map((row, i) => [nameOf(row) ?? String(i + 1), ownRow(row, { asOf, source })] as const);
    return gathered("squadroom", rows);
  }
  if (isObject(file) && Object.values(file).some(isLiteLlm)) {
    const rows = Object.entries(file).map(([model, row]) => [model, liteLlmRow(model, row, asOf)] as const);
    return gathered("litellm", rows);
  }
  const message = "The file has no prices: it is neither an export of Squadroom nor LiteLLM's model prices.";
  return { ok: false, message };
}

function gathered(format: "squadroom" | "litellm", rows: readonly (readonly [string, Row])[]): PriceReading {
  const prices = new Map<string, Price>();
  const warnings: Warning[] = [];
  let skipped = 0;
  for (const [row, { price, notes }] of rows) {
    for (const message of notes) warnings.push({ row, message });
    if (!price) skipped += 1;
    else if (prices.has(modelKey(price.model))) {
      skipped += 1;
      warnings.push({ row, message: "Skipped: the file names this model before." });
    } else prices.set(modelKey(price.model), price);
  }
  return { ok: true, format, prices: [...prices.values()], skipped, warnings };
}

function ownRow(row: unknown, facts: FileFacts): Row {
  if (!isObject(row)) return skip("it is no price");
  const known = Object.keys(PriceBody.shape);
  const strange = Object.keys(row).filter((key) => !known.includes(key) && key !== "builtIn");
  const kept = Object.fromEntries(Object.entries(row).filter(([key]) => known.includes(key)));
  const notes = strange.length > 0 ? [`Not imported: ${strange.join(", ")}.`] : [];
  return checked(kept, notes, facts);
}

/** US dollars for one token, by the key that has them. */
const LITELLM = {
  inputUsd: "input_cost_per_token",
  outputUsd: "output_cost_per_token",
  cacheReadUsd: "cache_read_input_token_cost",
  cacheWriteUsd: "cache_creation_input_token_cost",
  cacheWrite1hUsd: "cache_creation_input_token_cost_above_1hr",
} as const;
const MILLION = 1_000_000;

function liteLlmRow(model: string, row: unknown, asOf: string): Row {
  if (model === "sample_spec") return skip("it explains the file");
  if (!isObject(row)) return skip("it is no model");
  const notes: string[] = [];
  const price: Json = { model, provider: textOf(row.litellm_provider) };
  for (const usd of FIGURES) {
    const { value, note } = perMillion(LITELLM[usd], row[LITELLM[usd]]);
    price[usd] = value;
    if (note) notes.push(note);
  }
  if (price.inputUsd === null && price.outputUsd === null) return skip("it has no price for a token", notes);
  price.contextSize = sizeOf(row.max_input_tokens);
  const read: readonly string[] = Object.values(LITELLM);
  const others = Object.keys(row).filter((key) => key.includes("cost") && !read.includes(key));
  if (others.length > 0) notes.push(`Not imported: ${others.join(", ")}.`);
  return checked(price, notes, { source: "LiteLLM", asOf });
}

/** Dollars per million, to the millionth: what a double adds beyond that is not in the file. */
function perMillion(key: string, value: unknown): { value: number | null; note?: string } {
  if (value === undefined || value === null) return { value: null };
  const usd = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof usd !== "number" || !Number.isFinite(usd) || usd < 0)
    return { value: null, note: `${key} is no price, so it is unknown.` };
  const rounded = Math.round(usd * MILLION * MILLION) / MILLION;
  const isExact = Math.abs(rounded - usd * MILLION) < 1e-9 * Math.max(1, rounded);
  return isExact
    ? { value: rounded }
    : { value: rounded, note: `${key} is rounded to ${rounded} USD for a million tokens.` };
}

function checked(row: Json, notes: string[], facts: FileFacts): Row {
  const read = PriceBody.safeParse(row);
  if (!read.success) {
    const [issue] = read.error.issues;
    return skip(`${issue?.path.join(".") || "it"} ${lower(issue?.message ?? "is invalid")}`, notes);
  }
  return { price: wholePrice(read.data, facts), notes };
}

export function wholePrice(body: Body, { source, asOf }: FileFacts): Price {
  return { ...body, source: body.source ?? source, asOf: body.asOf ?? asOf };
}

function skip(why: string, notes: string[] = []): Row {
  return { price: null, notes: [...notes, `Skipped: ${why}.`] };
}

function isLiteLlm(row: unknown): boolean {
  return isObject(row) && ("litellm_provider" in row || "input_cost_per_token" in row);
}

function nameOf(row: unknown): string | null {
  return isObject(row) ? textOf(row.model) : null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

function sizeOf(value: unknown): number | null {
  const size = typeof value === "string" ? Number(value) : value;
  return typeof size === "number" && Number.isInteger(size) && size > 0 ? size : null;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
