import { own } from "../own-command.ts";
import { quoted } from "../quoting.ts";
import { lasted } from "../words.ts";
import type { InboxRow } from "./inbox-rows.ts";

/** What an agent asks the user: not a decision, since it is answered in words. */
export interface Question {
  room: string;
  messageId: string;
  from: { name: string; role: string };
  text: string;
  at: number;
}

export function questionOf(item: InboxRow): Question[] {
  if (item.kind !== "question") return [];
  const { room, messageId, from, text, sinceAt } = item;
  return [{ room: room.name, messageId, from, text, at: sinceAt }];
}

/** How many there are, and each with the command that answers it. */
export function questionsText(questions: readonly Question[], now: number): string {
  if (questions.length === 0) return "";
  const count = questions.length === 1 ? "1 question waits" : `${questions.length} questions wait`;
  const lines = questions.flatMap(({ room, messageId, from, text, at }) => [
    `${room}, ${from.name} (${from.role}), for ${lasted(now - at)}:`,
    quoted("Question", text, "  "),
    `  Answer: ${own(`send --room ${room} --reply-to ${messageId} --message "…"`)}`,
  ]);
  return `\n${count} for your answer.\n${lines.join("\n")}\n`;
}
