import type { DecisionOption } from "../decision/decision.ts";
import { type AskedDecision, anOption } from "../decision/question.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { RoomView } from "../kernel/view.ts";
import { amountText, BUDGET_LIMITS, type Budgeted, limitOf, raised, reachedLimits, usedText } from "./budget.ts";
import type { BudgetScope } from "./scope.ts";

type Asked = Omit<AskedDecision<"budget">, "subject" | "holdsUp">;
type Stop = DecisionOption<"stop_at_budget">;

/**
 * The question about a used budget, whatever has the budget. The question and its answers name limits only, so that
 * tasks which end meanwhile do not change what an answer means.
 *
 * @param name what has it, at the beginning of a sentence
 */
export function askAboutUsed(of: Budgeted, name: string, stop: Stop): Asked {
  const { budget, usage } = of;
  const reached = reachedLimits(of);
  const set = BUDGET_LIMITS.filter((limit) => budget && limitOf(budget, limit) !== null);
  const limits = reached.length > 0 ? reached : set;
  const max = limits.map((limit) => amountText(limit, (budget && limitOf(budget, limit)) ?? 0));
  const higher = limits.map((limit) => amountText(limit, raised(of, limit)));
  const unpriced =
    usage.unpricedTokens === 0 ? [] : [`${amountText("tokens", usage.unpricedTokens)} have no known price.`];
  return {
    kind: "budget",
    urgency: "high",
    askedBy: null,
    question: `${name} has used its budget of ${joined(max)} and is paused. What next?`,
    reason: [
      `Used: ${set.map((limit) => usedText(of, limit)).join(", ")}.`,
      ...unpriced,
      "Tasks in progress finish as usual; no new ones start.",
    ].join(" "),
    options: [
      anOption(
        "raise",
        `Raise to ${joined(higher)}`,
        "It continues at once, and asks again at that limit.",
        "raise_budget",
      ),
      anOption(
        "unlimited",
        "Continue without that limit",
        "It continues at once, and nothing limits what it uses.",
        "lift_budget",
      ),
      stop,
    ],
  };
}

/** What the room, its agents and its runs ask while their budgets are used. */
export function scopeAsks({ budgets }: Pick<RoomView, "budgets">): AskedDecision<"budget">[] {
  return Object.values(budgets).flatMap((one) => {
    if (one.paused !== "asks") return [];
    const { scope, name } = one;
    const subject = { kind: "budget" as const, scope, name };
    return [{ subject, holdsUp: 0, ...askAboutUsed(one, name, stopOption(scope)) }];
  });
}

function stopOption(scope: BudgetScope): Stop {
  const act = "stop_at_budget" as const;
  const until = "until somebody sets another budget.";
  switch (scope.kind) {
    case "room":
      return anOption("stop", "Leave it paused", `Nothing is started in this room ${until}`, act);
    case "agent":
      return anOption("stop", "Leave it paused", `It gets no new task ${until}`, act);
    case "run":
      return anOption("stop", "End the run", "Its task waits for another run or agent.", act);
    default:
      return unreachable(scope);
  }
}

function joined(parts: readonly string[]): string {
  return parts.join(" and ");
}
