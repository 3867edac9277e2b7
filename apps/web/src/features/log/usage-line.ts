import { amountText, BUDGET_LIMITS, type Budget, limitOf } from "@squadroom/core/budget/budget";
import type { EventsOf } from "@squadroom/core/kernel/event";
import { tokensOf, usdText } from "@squadroom/core/usage/usage";
import { plainText } from "../../words/plain-text.ts";
import { line } from "./sentence.ts";
import { NOWHERE, TASKS, type ToldOf } from "./told.ts";
import { t } from "./words.ts";

/** What is consumed, what may be, and what saves some of it. */
export const USAGE_TOLD: ToldOf<EventsOf<"usage" | "budget" | "scout">> = {
  "usage.reported": {
    shown: NOWHERE,
    line: ({ data: { agentId, taskId, usage } }, names) => {
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
      return line("decided", "line.budgetSet", { ...values, limits: limitsText(budget) });
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
  "budget.limited": {
    shown: TASKS,
    line: ({ data: { budget, name } }, _, who) => {
      const values = { who, name: plainText(name) };
      if (budget === null) return line("decided", "line.limitsEnded", values);
      return line("decided", "line.limitsSet", { ...values, limits: limitsText(budget) });
    },
  },
  "budget.neared": {
    shown: TASKS,
    line: ({ data: { limit, used, of, name } }) => {
      const values = { name: plainText(name), used: amountText(limit, used) };
      const said = { ...values, of: amountText(limit, of) };
      return line("asked", "line.limitNeared", said, { tone: "warn" });
    },
  },
  "budget.used_up": {
    shown: TASKS,
    line: ({ data: { name, reason } }) =>
      line(
        "paused",
        "line.limitReached",
        { name: plainText(name) },
        { tone: "warn", because: reason },
      ),
  },
  "budget.kept": {
    shown: TASKS,
    line: ({ data: { name } }, _, who) =>
      line("decided", "line.limitKept", { who, name: plainText(name) }),
  },
  "scout.saved": {
    shown: TASKS,
    line: ({ data: { scout } }, _, who) =>
      line("proposed", "line.scoutSaved", { who, angle: plainText(scout.value.angle) }),
  },
};

function limitsText(budget: Budget): string {
  const limits = BUDGET_LIMITS.flatMap((limit) => {
    const max = limitOf(budget, limit);
    return max === null ? [] : [amountText(limit, max)];
  });
  return limits.join(", ");
}
