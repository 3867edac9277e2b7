import { spelled } from "@squadroom/core/kernel/visible";
import { questionLine } from "../../words/plain-text.ts";

/** The question, in one line. A command in it is not Markdown: it is shown character by character. */
export function questionText({ kind, question }: { kind: string; question: string }): string {
  return kind === "permission" ? spelled(question) : questionLine(question);
}

/** The same where the call stands below, as written: nobody reads it twice. */
export function questionAbove(decision: Parameters<typeof questionText>[0] & { subject: Subject }): string {
  const { subject } = decision;
  const text = questionText(decision);
  return subject.kind === "call" && subject.command ? text.replace(spelled(subject.command), "this") : text;
}

type Subject = { kind: string; command?: string };
