import { amountText, BUDGET_LIMITS, type Budget, limitOf } from "@squadroom/core/budget/budget";
import type { EventsOf } from "@squadroom/core/kernel/event";
import { tokensOf, usdText } from "@squadroom/core/usage/usage";
import { plainText } from "../../words/plain-text.ts";
import { line } from "./sentence.ts";
import { NOWHERE, TASKS, type ToldOf } from "./told.ts";

/** What is consumed, what may be, and what saves some of it. */
export const USAGE_TOLD: ToldOf<EventsOf<"usage" | "budget" | "scout">> = {
  "usage.reported": {
    shown: NOWHERE,
    line: ({ data: { agentId, taskId, usage } }, names) => {
      const count = tokensOf(usage);
      const tokens =
        count === 0 ? "tokens unknown" : count === 1 ? `${count} token` : `${count.toLocaleString("en")} tokens`;
      const { costUsdMicros, model, basis } = usage;
      const amount =
        costUsdMicros === null
          ? `${tokens} of unknown price`
          : basis === "estimated"
            ? `${tokens}, ${usdText(costUsdMicros)} USD estimated`
            : `${tokens}, ${usdText(costUsdMicros)} USD`;
      const values = { who: names.agent(agentId), amount, task: taskId };
      return model === null
        ? line("progress", "<b>{{who}}</b> reported {{amount}} for <b>{{task}}</b>", values)
        : line("progress", "<b>{{who}}</b> reported {{amount}} for <b>{{task}}</b>, with {{model}}", {
            ...values,
            model,
          });
    },
  },
  "budget.set": {
    shown: TASKS,
    line: ({ data: { budget, sessionId } }, _, who) => {
      const values = { who, session: String(sessionId) };
      if (budget === null)
        return line("decided", "<b>{{who}}</b> removed the budget of <b>session {{session}}</b>", values);
      return line("decided", "<b>{{who}}</b> set the budget of <b>session {{session}}</b> to {{limits}}", {
        ...values,
        limits: limitsText(budget),
      });
    },
  },
  "budget.warned": {
    shown: TASKS,
    line: ({ data: { limit, used, of, sessionId } }) => {
      const values = { session: String(sessionId), used: amountText(limit, used) };
      const said = { ...values, of: amountText(limit, of) };
      return line("asked", "<b>Session {{session}}</b> has used {{used}} of {{of}}", said, {
        tone: "warn",
      });
    },
  },
  "budget.limited": {
    shown: TASKS,
    line: ({ data: { budget, name } }, _, who) => {
      const values = { who, name: plainText(name) };
      if (budget === null) return line("decided", "<b>{{who}}</b> removed the budget of <b>{{name}}</b>", values);
      return line("decided", "<b>{{who}}</b> set the budget of <b>{{name}}</b> to {{limits}}", {
        ...values,
        limits: limitsText(budget),
      });
    },
  },
  "budget.neared": {
    shown: TASKS,
    line: ({ data: { limit, used, of, name } }) => {
      const values = { name: plainText(name), used: amountText(limit, used) };
      const said = { ...values, of: amountText(limit, of) };
      return line("asked", "<b>{{name}}</b> has used {{used}} of {{of}}", said, { tone: "warn" });
    },
  },
  "budget.used_up": {
    shown: TASKS,
    line: ({ data: { name, reason } }) =>
      line("paused", "<b>{{name}}</b> is paused", { name: plainText(name) }, { tone: "warn", because: reason }),
  },
  "budget.kept": {
    shown: TASKS,
    line: ({ data: { name } }, _, who) =>
      line("decided", "<b>{{who}}</b> left <b>{{name}}</b> paused", { who, name: plainText(name) }),
  },
  "scout.saved": {
    shown: TASKS,
    line: ({ data: { scout } }, _, who) =>
      line("proposed", "<b>{{who}}</b> saved a scout for “{{angle}}”", {
        who,
        angle: plainText(scout.value.angle),
      }),
  },
};

function limitsText(budget: Budget): string {
  const limits = BUDGET_LIMITS.flatMap((limit) => {
    const max = limitOf(budget, limit);
    return max === null ? [] : [amountText(limit, max)];
  });
  return limits.join(", ");
}
