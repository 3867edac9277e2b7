import { spelled } from "@squadroom/core/kernel/visible";
import { questionLine } from "../../words/plain-text.ts";

/** The question, in one line. A command in it is not Markdown: it is shown character by character. */
export function questionText({ kind, question }: { kind: string; question: string }): string {
  return kind === "permission" ? spelled(question) : questionLine(question);
}
