import * as z from "zod";
import { routesOf } from "../kernel/route.ts";
import { AgentUuid } from "../kernel/text.ts";
import { CostUsd } from "../usage/contract.ts";
import { toMicros } from "../usage/usage.ts";
import {
  BUDGET_LIMITS,
  BUDGET_RUNS_MAX,
  BUDGET_TOKENS_MAX,
  BUDGET_USD_MAX,
  type Budget,
  WARN_AT_DEFAULT,
} from "./budget.ts";

const defineRoute = routesOf("usage");

const Limits = z.strictObject({
  tokens: z.number().int().min(1).max(BUDGET_TOKENS_MAX).optional(),
  costUsd: CostUsd.min(0.000_001).max(BUDGET_USD_MAX).optional(),
  /** Attempts at its tasks. */
  runs: z.number().int().min(1).max(BUDGET_RUNS_MAX).optional(),
});

/** What may be consumed: whatever has the budget is paused at the first limit that it reaches. */
export const BudgetBody = Limits.extend({
  /** The share of a limit at which people are told. */
  warnAt: z.number().min(0.05).max(1).default(WARN_AT_DEFAULT),
}).refine(({ tokens, costUsd, runs }) => (tokens ?? costUsd ?? runs) !== undefined, {
  message: "must set at least one limit: tokens, costUsd or runs",
});

/** A budget as the room has it. */
export const WholeBudget = BudgetBody.transform(
  ({ tokens = null, costUsd, runs = null, warnAt }): Budget => ({
    tokens,
    costUsdMicros: costUsd === undefined ? null : toMicros(costUsd),
    runs,
    warnAt,
  }),
);

/** What a budget is raised to, with the answer that raises it. */
export const RaisedBody = Limits.extend({ warnAt: z.number().min(0.05).max(1).optional() });

export const BudgetRow = z.object({
  tokens: z.number().nullable(),
  costUsdMicros: z.number().nullable(),
  runs: z.number().nullable(),
  warnAt: z.number(),
  /** Limits that people were warned of. */
  warned: z.array(z.enum(BUDGET_LIMITS)),
});

export function budgetOf(body: z.infer<typeof RaisedBody>): Partial<Budget> {
  return {
    tokens: body.tokens ?? null,
    costUsdMicros: body.costUsd === undefined ? null : toMicros(body.costUsd),
    runs: body.runs ?? null,
    ...(body.warnAt === undefined ? {} : { warnAt: body.warnAt }),
  };
}

/** What can have a budget besides a session. */
export const BudgetScopeBody = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("room") }),
  z.strictObject({ kind: z.literal("agent"), agentId: AgentUuid }),
  z.strictObject({
    kind: z.literal("run"),
    runId: z.number().int().min(1).max(1_000_000_000).brand<"RunId">(),
  }),
]);

export const limitUse = defineRoute("PUT /rooms/:room/budgets", {
  summary:
    "Sets what the room, an agent or a run may use, counted from its first limit on; `null` removes the limits. A higher limit lets it continue.",
  access: { who: "room", persons: "lead", agents: false },
  body: z.strictObject({ scope: BudgetScopeBody, budget: WholeBudget.nullable() }),
  act: true,
  refuses: ["agent_unknown", "run_unknown", "limit_reached"],
  reply: z.object({ scope: BudgetScopeBody, seq: z.number() }),
});
