import { refuse } from "@squadroom/core/kernel/refusal";
import { BUILT_IN_PRICES } from "@squadroom/core/price/built-in";
import type { PriceRow } from "@squadroom/core/price/contract";
import { PRICES_MAX, type Price, priced, withOthers } from "@squadroom/core/price/price";
import { type KnownModel, knownOf } from "@squadroom/core/run/known-models";
import { reportedUsage, type UsageBody } from "@squadroom/core/usage/contract";
import { modelKey, modelNames } from "@squadroom/core/usage/model-name";
import { byModel, type ReportedUsage } from "@squadroom/core/usage/usage";
import type { ISql, Sql } from "postgres";
import { databaseNow } from "../../platform/auth/database-time.ts";

const BUILT_IN: readonly PriceRow[] = BUILT_IN_PRICES.map((price) => ({ ...price, builtIn: true }));

/** The server's own table, with what came with Squadroom, by model. */
export async function listRegistry(sql: ISql): Promise<PriceRow[]> {
  const own = await sql<PriceRow[]>`SELECT ${columns(sql)} FROM prices`;
  return withOthers(own, BUILT_IN).sort((a, b) => (modelKey(a.model) < modelKey(b.model) ? -1 : 1));
}

/** Models that runs can work with, the preferred first. */
export async function knownModels(sql: ISql): Promise<KnownModel[]> {
  const own = await sql<PriceRow[]>`SELECT ${columns(sql)} FROM prices ORDER BY key`;
  return knownOf(own.map(known), BUILT_IN.map(known));
}

function known({ model, provider, class: kind, contextSize }: PriceRow): KnownModel {
  return { model, provider, class: kind, contextSize };
}

/** Entries that can apply to a model: for its names, and for their beginnings. */
async function registryOf(sql: ISql, model: string): Promise<Price[]> {
  const own = await sql<PriceRow[]>`
    SELECT ${columns(sql)} FROM prices WHERE key = ANY(${modelNames(model)}) OR right(key, 1) = '*'`;
  return withOthers(own, BUILT_IN);
}

function columns(sql: ISql) {
  return sql`model, provider, input_usd AS "inputUsd", output_usd AS "outputUsd", cache_read_usd AS "cacheReadUsd",
    cache_write_usd AS "cacheWriteUsd", cache_write1h_usd AS "cacheWrite1hUsd", context_size AS "contextSize", class, source, as_of AS "asOf", false AS "builtIn"`;
}

/** The usage that a request reports, by model; a cost that it doesn't name is estimated if the model has a price. */
export async function pricedUsage(sql: Sql, body: UsageBody | undefined): Promise<ReportedUsage | undefined> {
  const usage = reportedUsage(body);
  if (!usage) return usage;
  const [first, ...others] = await Promise.all(
    byModel(usage).map(async (one) =>
      one.costUsdMicros !== null || one.model === null ? one : priced(one, await registryOf(sql, one.model)),
    ),
  );
  return { ...usage, ...first, ...(others.length > 0 ? { others } : {}) };
}

/** Prices of the server's own, set or replaced. @throws a refusal if there would be too many */
export async function savePrices(tx: ISql, prices: readonly Price[], by: string): Promise<void> {
  const rows = prices.map((price) => ({ ...price, key: modelKey(price.model) }));
  await tx`
    INSERT INTO prices (key, model, provider, input_usd, output_usd, cache_read_usd, cache_write_usd,
      cache_write1h_usd, context_size, class, source, as_of, changed_at, changed_by)
    SELECT p.key, p.model, p.provider, p."inputUsd", p."outputUsd", p."cacheReadUsd", p."cacheWriteUsd",
      p."cacheWrite1hUsd", p."contextSize", p.class, p.source, p."asOf", ${databaseNow(tx)}, ${by}
    FROM jsonb_to_recordset(${tx.json(rows)}) AS p(key text, model text, provider text, "inputUsd" float8,
      "outputUsd" float8, "cacheReadUsd" float8, "cacheWriteUsd" float8, "cacheWrite1hUsd" float8, "contextSize" int, class text, source text,
      "asOf" text)
    ON CONFLICT (key) DO UPDATE SET model = excluded.model, provider = excluded.provider,
      input_usd = excluded.input_usd, output_usd = excluded.output_usd, cache_read_usd = excluded.cache_read_usd,
      cache_write_usd = excluded.cache_write_usd, cache_write1h_usd = excluded.cache_write1h_usd, context_size = excluded.context_size, class = excluded.class,
      source = excluded.source, as_of = excluded.as_of, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by`;
  const [all] = await tx<{ count: number }[]>`SELECT count(*)::int AS count FROM prices`;
  if ((all?.count ?? 0) > PRICES_MAX)
    throw refuse("limit_reached", `A server has up to ${PRICES_MAX} prices of its own.`);
}

export async function deletePrice(tx: ISql, model: string): Promise<boolean> {
  const gone = await tx`DELETE FROM prices WHERE key = ${modelKey(model)} RETURNING 1`;
  return gone.length > 0;
}

/** Today by the database's clock, `YYYY-MM-DD` in UTC. */
export async function today(sql: ISql): Promise<string> {
  const [row] = await sql<{ day: string }[]>`
    SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`;
  return row?.day ?? "";
}
