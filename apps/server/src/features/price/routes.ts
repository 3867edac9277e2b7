import { refuse } from "@squadroom/core/kernel/refusal";
import type { PRICE_CHANGES, PriceRow } from "@squadroom/core/price/contract";
import { readPrices, wholePrice } from "@squadroom/core/price/import";
import { FIGURES, type Price } from "@squadroom/core/price/price";
import { entryOf, modelKey } from "@squadroom/core/usage/model-name";
import * as z from "zod";
import { personOf } from "../../platform/auth/access.ts";
import { noteServerAct } from "../../platform/auth/audit.ts";
import { pagesOf, placeText } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { deletePrice, listRegistry, savePrices, today } from "./registry.ts";

const pages = pagesOf("listPrices", z.tuple([placeText]));
/** Most rows of a file that an answer names. */
const NAMED_MAX = 200;

/** What models cost, on this server. */
export const priceRoutes: FeatureRoutes = ({ route, sql, log }) => {
  route("listPrices", async ({ query }) => pages.cut(await listRegistry(sql), query, ({ model }) => [modelKey(model)]));

  route("setPrice", async ({ principal, body, requestId }) => {
    const { id, name } = personOf(principal);
    const price = wholePrice(body, { source: name, asOf: await today(sql) });
    await sql.begin(async (tx) => {
      await savePrices(tx, [price], name);
      await noteServerAct(tx, { by: { id, name }, act: "price_set", subject: price.model });
    });
    log.info({ audit: "price.set", by: id, model: price.model, requestId });
    return { price: { ...price, builtIn: false } };
  });

  route("removePrice", async ({ principal, params: { model }, requestId }) => {
    const { id, name } = personOf(principal);
    await sql.begin(async (tx) => {
      if (!(await deletePrice(tx, model))) throw noSuchPrice(model);
      await noteServerAct(tx, { by: { id, name }, act: "price_removed", subject: model });
    });
    log.info({ audit: "price.removed", by: id, model, requestId });
    return { removed: true as const, now: entryOf(await listRegistry(sql), model) };
  });

  route("importPrices", async ({ principal, body, requestId }) => {
    const { id, name } = personOf(principal);
    const reading = readPrices(body.content, { source: name, asOf: await today(sql) });
    if (!reading.ok) throw refuse("import_invalid", reading.message);
    const { format, prices, skipped, warnings } = reading;
    const changes = changesOf(await listRegistry(sql), prices);
    const moved = changes.filter(({ change }) => change !== "same");
    if (!body.preview && moved.length > 0) {
      await sql.begin(async (tx) => {
        await savePrices(tx, moved, name);
        const act = { by: { id, name }, act: "prices_imported" as const, subject: format };
        await noteServerAct(tx, { ...act, details: { set: moved.length } });
      });
      log.info({ audit: "prices.imported", by: id, format, set: moved.length, requestId });
    }
    const countOf = (kind: (typeof PRICE_CHANGES)[number]) => changes.filter(({ change }) => change === kind).length;
    const [added, changed, same] = [countOf("added"), countOf("changed"), countOf("same")];
    return {
      format,
      counts: { added, changed, same, skipped },
      changes: moved.slice(0, NAMED_MAX),
      warnings: warnings.slice(0, NAMED_MAX),
      warningCount: warnings.length,
      isPreview: body.preview,
    };
  });
};

function noSuchPrice(model: string): Error {
  return refuse("price_unknown", `The server has no price of its own for ${model}.`, { model });
}

/** What is new in this file; an entry that says the same keeps its owner. */
function changesOf(registry: readonly PriceRow[], prices: readonly Price[]) {
  const known = new Map(registry.map((price) => [modelKey(price.model), price]));
  return prices.map((price) => {
    const before = known.get(modelKey(price.model));
    const change = !before ? "added" : isSame(before, price) ? "same" : "changed";
    return { ...price, builtIn: false, change: change as (typeof PRICE_CHANGES)[number] };
  });
}

const TOLD = [...(["model", "provider", "contextSize", "class"] as const), ...FIGURES];

function isSame(a: Price, b: Price): boolean {
  return TOLD.every((key) => a[key] === b[key]);
}
