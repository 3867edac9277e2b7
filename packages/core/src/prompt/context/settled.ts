import type { ProposalStep } from "../../flow/steps.ts";
import { endSentence } from "../../kernel/sentence.ts";
import { listed } from "../../kernel/words.ts";
import type { Approach } from "../../reply/shapes.ts";
import type { Session } from "../../session/record/session.ts";
import { bullets, inline, section } from "../markdown.ts";

/** What people have decided so far, in the order of the flow. */
export function settled(session: Session, step: ProposalStep): string | null {
  const { complexity, proposals, answers } = session;
  const questions = proposals.questions?.value.questions ?? [];
  const lines: string[] = [];
  if (complexity) lines.push(`Level: ${complexity.level} (${complexity.how}).`);
  if (step === "triage") lines.push(...scopeDecided(session));
  for (const { id, text } of questions) {
    const answer = answers[id];
    const said = answer
      ? [answer.option, answer.text].filter(Boolean).join("; ")
      : wasLeftOut(session)
        ? "not asked, because that step was skipped: use your best judgment"
        : "user deferred: use your best judgment";
    if (step !== "questions" || answer) lines.push(`${inline(text)} → ${inline(said)}`);
  }
  if (step === "design" || step === "plan" || step === "review") lines.push(...wayChosen(session, step));
  return section("Decided so far", lines.length > 0 ? bullets(lines) : null);
}

/** They were presented, and the session continued without them: nobody deferred what was no longer asked. */
function wasLeftOut({ step, gates }: Session): boolean {
  return step !== "questions" && gates.settled.questions === undefined;
}

/** The chosen way, with what speaks for and against it. */
function wayChosen({ proposals, approachId, approachBy }: Session, step: ProposalStep): string[] {
  const approaches = proposals.approaches?.value.approaches ?? [];
  const chosen = approaches.find(({ id }) => id === approachId);
  const by = approachBy === "agent" ? ", picked by whoever wrote the design" : "";
  if (chosen) {
    const { title, summary, tradeoffs, taskEstimate } = chosen;
    const about = `${taskEstimate} ${taskEstimate === 1 ? "task" : "tasks"}`;
    return [
      `Chosen approach${by}: ${inline(title)}. ${endSentence(inline(summary))}`,
      `For and against: ${endSentence(inline(tradeoffs))} Estimate: ${about}.`,
    ];
  }
  if (approachId !== null) return [`Chosen approach${by}: ${inline(approachId)}.`];
  if (approaches.length === 0) return [];
  return [
    step === "design" ? "The approach is yours to choose." : "The approach was left to whoever wrote the design.",
    ...(step === "design" ? approaches.map(approachLine) : []),
  ];
}

function approachLine({ id, title, summary, tradeoffs, taskEstimate }: Approach): string {
  return `Approach ${id}: ${inline(title)}. ${endSentence(inline(summary))} For and against: ${endSentence(inline(tradeoffs))} Estimate: ${taskEstimate} ${taskEstimate === 1 ? "task" : "tasks"}.`;
}

/** The settled part of the scope: it is not asked about again. */
function scopeDecided({ batches, splits, decidedSplits }: Session): string[] {
  const lines: string[] = [];
  if (batches !== null)
    lines.push(
      batches.length > 0
        ? `Settled batches: ${listed(batches.map(({ title }) => inline(title)))}. Keep them as they are unless the comment is about them.`
        : "All in one piece, without batches.",
    );
  if (splits !== null && splits.length > 0)
    lines.push(
      `Split off into sessions of their own: ${listed(splits.map(({ title }) => inline(title)))}. They are no longer part of this: don't propose them again.`,
    );
  const kept = decidedSplits.filter((one) => !splits?.some(({ title }) => title === one));
  if (kept.length > 0) lines.push(`Also decided, and not asked again: ${listed(kept.map(inline))}.`);
  return lines;
}
