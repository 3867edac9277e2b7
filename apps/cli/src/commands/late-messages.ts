import { counted } from "@squadroom/core/kernel/words";
import type { AnswerDue } from "@squadroom/core/message/due";
import { own } from "../own-command.ts";
import { quoted } from "../quoting.ts";

export type LateMessage = { room: string } & AnswerDue;

/** Messages between agents that nobody read in time, from one room's card. */
export function lateIn(name: string, due: { first: AnswerDue[] }): LateMessage[] {
  return due.first.filter(({ isLate }) => isLate).map((one) => ({ room: name, ...one }));
}

export function lateText(late: readonly LateMessage[]): string {
  if (late.length === 0) return "";
  const lines = late.flatMap(({ room, messageId, from, to, subject, priority }) => [
    `${room}, ${from} to ${to}, ${priority}:`,
    quoted("Message", subject, "  "),
    `  All of it: ${own(`message show ${messageId} --room ${room}`)}`,
  ]);
  const are = late.length === 1 ? "was" : "were";
  return `\n${counted(late.length, "message")} ${are} not read in time.\n${lines.join("\n")}\n`;
}
