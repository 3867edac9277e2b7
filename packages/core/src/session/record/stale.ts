import type { DecisionOption } from "../../decision/decision.ts";
import { anOption } from "../../decision/question.ts";
import { hasStep, isBehind, type ProposalStep, RETURN_STEPS, stepAfter, stepsBefore } from "../../flow/steps.ts";
import { listed } from "../../kernel/words.ts";
import type { BrainstormSession } from "./session.ts";

/** What going back to this step makes outdated, as a sentence. */
export function staleText(session: BrainstormSession, to: ProposalStep): string {
  const stale = staleAfter(session, to);
  return stale.length === 0 ? "Shows it again." : `Marks the ${listed(stale)} outdated.`;
}

/** Later proposals that are based on a step. */
export function staleAfter(session: BrainstormSession, to: ProposalStep): ProposalStep[] {
  const level = session.complexity?.level ?? null;
  return RETURN_STEPS.filter(
    (step) => isBehind(step, to) && session.proposals[step] !== undefined && hasStep(step, level),
  );
}

/** One answer for each step that a session can go back to; it says what becomes outdated. */
export function back(session: BrainstormSession): DecisionOption<"back">[] {
  return stepsBefore(session.step, session.complexity?.level ?? null)
    .filter((step) => session.proposals[step] !== undefined)
    .toReversed()
    .map((step) =>
      anOption(
        `back:${step}`,
        `Back to ${step}`,
        `${staleText(session, step)} Nothing is lost, and nothing is redone until you ask.`,
        { kind: "back", step },
      ),
    );
}

export function nextText(session: BrainstormSession): string {
  const next = stepAfter(session.step, session.complexity);
  const kept = RETURN_STEPS.some((step) => step === next && session.proposals[step] !== undefined);
  return kept ? `Then ${next}, as it was before.` : `Then ${next}.`;
}
