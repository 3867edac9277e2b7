import {
  amountText,
  BUDGET_LIMITS,
  limitOf,
  raised,
  reachedLimits,
  usedText,
} from "../../budget/budget.ts";
import type { AskedDecision } from "../../decision/decision.ts";
import { anOption } from "../../decision/option.ts";
import type { Room } from "../../kernel/room.ts";
import { sessionsHeldUp } from "../record/ask-words.ts";
import type { Session } from "../record/session.ts";

/**
 * What a session asks while its budget is used: the one thing that is asked of a paused one. The question and
 * its answers name limits only, so that tasks which end meanwhile do not change what an answer means.
 */
export function budgetAsks(room: Room, session: Session): AskedDecision[] {
  const { id: sessionId, title, step, state, isParked, budget, usage, pausedFor } = session;
  if (state !== "paused" || isParked || budget === null) return [];
  const reached = reachedLimits(session);
  // A run that was counted and reached nobody is taken back; what it paused still asks.
  if (reached.length === 0 && pausedFor !== "budget") return [];
  const set = BUDGET_LIMITS.filter((limit) => limitOf(budget, limit) !== null);
  const limits = reached.length > 0 ? reached : set;
  const max = limits.map((limit) => amountText(limit, limitOf(budget, limit) ?? 0));
  const higher = limits.map((limit) => amountText(limit, raised(session, limit)));
  const unpriced =
    usage.unpricedTokens === 0
      ? []
      : [`${amountText("tokens", usage.unpricedTokens)} have no known price.`];
  return [
    {
      subject: { kind: "session", sessionId, title, step, part: null },
      kind: "budget",
      urgency: "high",
      holdsUp: sessionsHeldUp(room, session),
      askedBy: null,
      question: `“${title}” has used its budget of ${joined(max)} and is paused. What next?`,
      reason: [
        `Used: ${set.map((limit) => usedText(session, limit)).join(", ")}.`,
        ...unpriced,
        "Tasks in progress finish as usual; no new ones start.",
      ].join(" "),
      options: [
        anOption(
          "raise",
          `Raise to ${joined(higher)}`,
          "It continues at once, and asks again at that limit.",
          { kind: "raise_budget" },
        ),
        anOption(
          "unlimited",
          "Continue without that limit",
          "It continues at once, and nothing limits what it uses.",
          { kind: "lift_budget" },
        ),
        anOption("stop", "Stop the session", "What is done stays; nothing else is done.", {
          kind: "stop_at_budget",
        }),
      ],
    },
  ];
}

function joined(parts: readonly string[]): string {
  return parts.join(" and ");
}
