import { amountText, BUDGET_LIMITS, limitOf } from "@squadroom/core/budget/budget";
import type { BudgetEventData } from "@squadroom/core/budget/events";
import type { ScoutEventData } from "@squadroom/core/scout/events";
import type { UsageEventData } from "@squadroom/core/usage/events";
import { tokensOf, usdText } from "@squadroom/core/usage/usage";
import { plainText } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { line } from "./sentence.ts";
import { NOWHERE, TASKS, type ToldOf } from "./told.ts";

/** What is consumed, what may be, and what saves some of it. */
export const USAGE_TOLD: ToldOf<UsageEventData & BudgetEventData & ScoutEventData> = {
  "usage.reported": {
    shown: NOWHERE,
    line: ({ data: { agentId, taskId, usage } }, names) => {
      const { t } = wordsOf("log");
      const count = tokensOf(usage);
      const tokens = t("line.tokens", { count, n: count.toLocaleString("en") });
      const { costUsdMicros, model, basis } = usage;
      const amount =
        costUsdMicros === null
          ? t("line.unpriced", { tokens })
          : t(basis === "estimated" ? "line.estimated" : "line.priced", {
              tokens,
              usd: usdText(costUsdMicros),
            });
      const values = { who: names.agent(agentId), amount, task: taskId };
      return model === null
        ? line("progress", "line.used", values)
        : line("progress", "line.usedModel", { ...values, model });
    },
  },
  "budget.set": {
    shown: TASKS,
    line: ({ data: { budget, sessionId } }, _, who) => {
      const values = { who, session: String(sessionId) };
      if (budget === null) return line("decided", "line.budgetEnded", values);
      const limits = BUDGET_LIMITS.flatMap((limit) => {
        const max = limitOf(budget, limit);
        return max === null ? [] : [amountText(limit, max)];
      });
      return line("decided", "line.budgetSet", { ...values, limits: limits.join(", ") });
    },
  },
  "budget.warned": {
    shown: TASKS,
    line: ({ data: { limit, used, of, sessionId } }) => {
      const values = { session: String(sessionId), used: amountText(limit, used) };
      const said = { ...values, of: amountText(limit, of) };
      return line("asked", "line.budgetWarned", said, { tone: "warn" });
    },
  },
  "scout.saved": {
    shown: TASKS,
    line: ({ data: { scout } }, _, who) =>
      line("proposed", "line.scoutSaved", { who, angle: plainText(scout.value.angle) }),
  },
};
