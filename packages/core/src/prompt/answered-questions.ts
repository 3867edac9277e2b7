import type { HeldTask } from "./deliver.ts";
import { fenced, inline, isoMinute, section } from "./markdown.ts";

/** Questions in full beside the answer; a message without a choice answers all that are open. */
const SHOWN = 5;

/** What the user's message answers, the oldest first. */
export function answeredQuestions({ said }: HeldTask): string | null {
  const answered = said?.answered ?? [];
  const left = answered.length - SHOWN;
  const blocks = answered.slice(-SHOWN).map(({ from, text, at }) => {
    return `${inline(from.name)} (${from.role}) asked, ${isoMinute(at)}:\n\n${fenced(text)}`;
  });
  const title = answered.length === 1 ? "The question that it answers" : "What it answers";
  const older = left > 0 ? `Also ${left} older ${left === 1 ? "question" : "questions"}.` : null;
  return section(title, older, ...blocks);
}
