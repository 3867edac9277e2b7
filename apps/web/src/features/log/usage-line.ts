import { amountText, BUDGET_LIMITS, limitOf } from "@squadroom/core/budget/budget";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { RoomEvent } from "@squadroom/core/log/event";
import { tokensOf, usdText } from "@squadroom/core/usage/usage";
import type { Names } from "../../live/names.ts";
import { wordsOf } from "../../words/words-of.ts";
import { type Line, line } from "./sentence.ts";

type UsageEvent = Extract<
  RoomEvent,
  { type: "usage.reported" | `budget.${string}` | "room.options_set" }
>;

/** The sentence for what is consumed, and for what may be. */
export function usageLine(event: UsageEvent, names: Names, who: string): Line {
  const { t } = wordsOf("log");
  switch (event.type) {
    case "usage.reported": {
      const { agentId, taskId, usage } = event.data;
      const count = tokensOf(usage);
      const tokens = t("line.tokens", { count, n: count.toLocaleString("en") });
      const { costUsdMicros, model } = usage;
      const amount =
        costUsdMicros === null
          ? t("line.unpriced", { tokens })
          : t("line.priced", { tokens, usd: usdText(costUsdMicros) });
      const values = { who: names.agent(agentId), amount, task: taskId };
      return model === null
        ? line("progress", "line.used", values)
        : line("progress", "line.usedModel", { ...values, model });
    }
    case "budget.set": {
      const { budget, sessionId } = event.data;
      const values = { who, session: String(sessionId) };
      if (budget === null) return line("decided", "line.budgetEnded", values);
      const limits = BUDGET_LIMITS.flatMap((limit) => {
        const max = limitOf(budget, limit);
        return max === null ? [] : [amountText(limit, max)];
      });
      return line("decided", "line.budgetSet", { ...values, limits: limits.join(", ") });
    }
    case "budget.warned": {
      const { limit, used, of, sessionId } = event.data;
      const values = { session: String(sessionId), used: amountText(limit, used) };
      const more = { tone: "warn" as const };
      return line("asked", "line.budgetWarned", { ...values, of: amountText(limit, of) }, more);
    }
    case "room.options_set":
      return line("mode", event.data.askBeforeNext ? "line.askBefore" : "line.askNever", { who });
    default:
      return unreachable(event);
  }
}
