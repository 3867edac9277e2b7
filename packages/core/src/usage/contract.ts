import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { routesOf } from "../kernel/route.ts";
import { line, Uuid } from "../kernel/text.ts";
import { isNoModel } from "../team/client-words.ts";
import { MODEL_MAX } from "../team/tiers.ts";
import {
  COST_BASES,
  MICROS_PER_USD,
  type ModelUsage,
  REPORT_MODELS_MAX,
  REPORT_RUNS_MAX,
  REPORT_TOKENS_MAX,
  REPORT_USD_MAX,
  type ReportedUsage,
  toMicros,
} from "./usage.ts";

const defineRoute = routesOf("usage");

const Tokens = z.number().int().min(0).max(REPORT_TOKENS_MAX);

/** Dollars, to the millionth; a double holds that exactly enough up to a million. */
export const CostUsd = z
  .number()
  .min(0)
  .refine((usd) => Math.abs(usd * MICROS_PER_USD - toMicros(usd)) < 1e-3, {
    message: "has more than six decimal places",
  });

/** Longest name of a run. */
export const RUN_ID_MAX = 80;

/** What was consumed of one model. */
const ModelUsageShape = {
  inputTokens: Tokens,
  outputTokens: Tokens,
  /** Read from the provider's cache. */
  cacheReadTokens: Tokens.optional(),
  /** Written to the provider's cache. */
  cacheWriteTokens: Tokens.optional(),
  /** Those of `cacheWriteTokens` that are kept for an hour, which cost more; left out: none. */
  cacheWrite1hTokens: Tokens.optional(),
  /** Left out: estimated from the model's price, if the server has one. */
  costUsd: CostUsd.max(REPORT_USD_MAX).optional(),
  /** What the cost is based on: a bill, or an estimate of the agent's own. Left out: a bill. */
  basis: z.enum(COST_BASES).optional(),
  /** By its provider's name for it; left out: unknown. */
  model: line(MODEL_MAX).optional(),
};
type ModelUsageBody = z.infer<z.ZodObject<typeof ModelUsageShape>>;

function whole<T extends z.ZodType<ModelUsageBody>>(usage: T): T {
  return usage
    .refine(({ costUsd, basis }) => basis === undefined || (basis === "unknown") === (costUsd === undefined), {
      message: "goes with a cost, and is unknown without one",
      path: ["basis"],
    })
    .refine(({ cacheWriteTokens = 0, cacheWrite1hTokens = 0 }) => cacheWrite1hTokens <= cacheWriteTokens, {
      message: "is a part of cacheWriteTokens, and can't be more",
      path: ["cacheWrite1hTokens"],
    });
}

/** What the agent has consumed since its last report; left out: nothing is known. */
export const UsageBody = whole(
  z.strictObject({
    ...ModelUsageShape,
    /** Runs besides the agent's own, such as subagents. */
    runs: z.number().int().min(0).max(REPORT_RUNS_MAX).optional(),
    /** The run that consumed it. */
    runId: line(RUN_ID_MAX).optional(),
    /** What other models consumed in the same time, each with its own price. */
    others: z
      .array(whole(z.strictObject(ModelUsageShape)))
      .max(REPORT_MODELS_MAX)
      .optional(),
  }),
);
export type UsageBody = z.infer<typeof UsageBody>;

/** What was consumed, summed. If all of it is 0, nobody reported any: it is unknown. */
export const UsageSum = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  /** Millionths of a dollar, for what has a price: billed and estimated. */
  costUsdMicros: z.number(),
  /** The part of it that is estimated; left out: none. */
  estimatedUsdMicros: z.number().optional(),
  /** Tokens whose price is unknown. */
  unpricedTokens: z.number(),
  runs: z.number(),
});

export function reportedUsage(body: UsageBody | undefined): ReportedUsage | undefined {
  if (!body) return undefined;
  const { runs = 0, runId, others = [] } = body;
  const of = runId === undefined ? {} : { runId };
  return {
    ...modelUsage(body),
    runs,
    ...of,
    ...(others.length > 0 ? { others: others.map((one) => ({ ...modelUsage(one), ...of })) } : {}),
  };
}

function modelUsage(body: ModelUsageBody): ModelUsage {
  const { cacheWrite1hTokens: forAnHour = 0 } = body;
  return {
    inputTokens: body.inputTokens,
    outputTokens: body.outputTokens,
    cacheReadTokens: body.cacheReadTokens ?? 0,
    cacheWriteTokens: body.cacheWriteTokens ?? 0,
    ...(forAnHour > 0 ? { cacheWrite1hTokens: forAnHour } : {}),
    costUsdMicros: body.costUsd === undefined ? null : toMicros(body.costUsd),
    model: body.model && !isNoModel(body.model) ? body.model : null,
    runs: 0,
    basis: body.basis ?? (body.costUsd === undefined ? "unknown" : "billed"),
  };
}

/** How far back usage is summed at most, hours: a day anywhere, plus one that clock changes lengthen. */
export const USAGE_HOURS_MAX = 48;

/** What one agent of a room has reported since then; one that reported nothing is left out. */
const AgentUsage = z.object({
  roomId: z.string(),
  agentId: z.string(),
  name: z.string(),
  usage: UsageSum,
});
export type AgentUsage = z.infer<typeof AgentUsage>;

export const listUsage = defineRoute("GET /usage", {
  summary: "What agents reported as used since a time, by room and agent, in all your rooms or in one.",
  access: { who: "signed_in" },
  query: z.strictObject({
    /** Epoch milliseconds, such as the caller's midnight; a time more than 48 hours ago counts as 48 hours ago. */
    since: z.coerce.number().int().min(0),
    room: Uuid.optional(),
    ...paging(500, 1000),
  }),
  /** `since`: from when it is summed. */
  reply: pageOf(AgentUsage).extend({ since: z.number() }),
});
