import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { routesOf } from "../kernel/route.ts";
import { line, text } from "../kernel/text.ts";
import { MODEL_MAX } from "../team/tiers.ts";
import { CostUsd } from "../usage/contract.ts";
import { PRICE_USD_MAX } from "./price.ts";

const defineRoute = routesOf("prices");

/** US dollars for a million tokens; `null`: unknown. */
const PerMillion = CostUsd.max(PRICE_USD_MAX).nullable();
const Model = line(MODEL_MAX).refine((model) => !model.slice(0, -1).includes("*"), {
  message: "may have one *, at its end",
});
const Day = z.iso.date();

export const PriceBody = z.strictObject({
  /** As agents report it, or the beginning of names followed by `*`. */
  model: Model,
  provider: line(60).nullable().default(null),
  inputUsd: PerMillion.default(null),
  outputUsd: PerMillion.default(null),
  cacheReadUsd: PerMillion.default(null),
  /** Kept for five minutes, or for a time that nobody reports. */
  cacheWriteUsd: PerMillion.default(null),
  /** Kept for an hour. */
  cacheWrite1hUsd: PerMillion.default(null),
  /** Tokens that it can read at once. */
  contextSize: z.number().int().min(1).max(1_000_000_000).nullable().default(null),
  /** What kind of work it is for, in a word. */
  class: line(40).nullable().default(null),
  /** Where the figures come from; left out: whoever sets them. */
  source: line(200).optional(),
  /** The day they were true; left out: today. */
  asOf: Day.optional(),
});
export type PriceBody = z.infer<typeof PriceBody>;

const PriceRow = z.object({
  ...PriceBody.shape,
  source: z.string(),
  asOf: z.string(),
  /** It came with this version of Squadroom; the server's own price for the same model takes precedence. */
  builtIn: z.boolean(),
});
export type PriceRow = z.infer<typeof PriceRow>;

export const listPrices = defineRoute("GET /prices", {
  command: {
    usage: "prices list",
    help: "list prices, in US dollars for a million tokens",
    leaves: ["cursor", "limit"],
  },
  summary: "What models cost, in US dollars for a million tokens; `null` is unknown.",
  access: { who: "signed_in" },
  query: z.strictObject({ ...paging(500, 1000) }),
  reply: pageOf(PriceRow),
});

export const setPrice = defineRoute("PUT /prices", {
  command: {
    usage: "prices set <model>",
    help: "set what a model costs, in US dollars for a million tokens",
    more: "A model that ends in * stands for all names that begin like that. What you leave out is unknown; a model without any price is unknown altogether.",
    options: {
      inputUsd: ["--in <usd>", "input"],
      outputUsd: ["--out <usd>", "output"],
      cacheReadUsd: ["--cache-read <usd>", "reading from the cache"],
      cacheWriteUsd: ["--cache-write <usd>", "writing to the cache, for five minutes"],
      cacheWrite1hUsd: ["--cache-write-1h <usd>", "writing to it for an hour"],
      provider: ["--provider <name>", "who bills it"],
      contextSize: ["--context <tokens>", "tokens that it can read at once"],
      class: ["--class <word>", "what kind of work it is for"],
      source: "where the figures come from; by default you",
      asOf: ["--as-of <day>", "the day they were true, YYYY-MM-DD; by default today"],
    },
  },
  repeat: "Sets the same price.",
  summary: "Sets what a model costs; usage that is reported from then on is estimated with it.",
  access: { who: "admin" },
  refuses: ["limit_reached"],
  body: PriceBody,
  reply: z.object({ price: PriceRow }),
});

export const removePrice = defineRoute("DELETE /prices/:model", {
  command: {
    usage: "prices remove <model>",
    help: "remove a price of this server's own; one that came with Squadroom applies again",
  },
  repeat: "Is refused as unknown.",
  summary: "Removes a price of the server's own; one that came with Squadroom applies again.",
  access: { who: "admin" },
  refuses: ["price_unknown"],
  params: z.object({ model: Model }),
  reply: z.object({
    removed: z.literal(true),
    /** What applies to this name now; `null`: nothing, so its price is unknown. */
    now: PriceRow.nullable(),
  }),
});

export const PRICE_CHANGES = ["added", "changed", "same"] as const;

export const importPrices = {
  ...defineRoute("POST /prices/import", {
    repeats: true,
    repeat: "Sets the same prices.",
    summary:
      "Sets the prices of a file: Squadroom's export, or LiteLLM's model prices; `preview` only says what would change.",
    access: { who: "admin" },
    refuses: ["import_invalid", "limit_reached"],
    body: z.strictObject({ content: text(8_000_000, 1), preview: z.boolean().default(false) }),
    reply: z.object({
      format: z.enum(["squadroom", "litellm"]),
      /** How many models of each kind there are, or would be. */
      counts: z.object({
        added: z.number(),
        changed: z.number(),
        same: z.number(),
        /** Rows that are not a price; `warnings` says why. */
        skipped: z.number(),
      }),
      /** The first 200 that are added or changed. */
      changes: z.array(PriceRow.extend({ change: z.enum(PRICE_CHANGES) })),
      /** What is left out or kept differently than the file says: the first 200. */
      warnings: z.array(z.object({ row: z.string(), message: z.string() })),
      warningCount: z.number(),
      isPreview: z.boolean(),
    }),
  }),
  bodyLimit: 10_000_000,
};
