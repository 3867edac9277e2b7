import { showMessageCommand } from "./commands.ts";
import type { Part } from "./context/budget.ts";
import { prose } from "./context/prose.ts";
import { FLOOR, WEIGHT } from "./context/weights.ts";
import type { HeldTask } from "./deliver.ts";
import { inline, isoMinute } from "./markdown.ts";

/** Most questions in full beside the answer; a message without a choice answers all that are open. */
const SHOWN = 5;

/** What the user's message answers, the oldest first. */
export function answeredQuestions({ said }: HeldTask): Part[] {
  const answered = said?.answered ?? [];
  const left = answered.length - SHOWN;
  const title = answered.length === 1 ? "The question it answers" : "The questions it answers";
  const older = left > 0 ? `Also ${left} older ${left === 1 ? "question" : "questions"}.\n\n` : "";
  return answered.slice(-SHOWN).map(({ from, text, at, messageId }, i) =>
    prose({
      weight: WEIGHT.asked,
      floor: FLOOR.asked,
      ...(i === 0 ? { title } : {}),
      lead: `${i === 0 ? older : ""}${inline(from.name)} (${from.role}) asked, ${isoMinute(at)}:`,
      text,
      command: showMessageCommand(messageId),
    }),
  );
}
