import { spelled } from "@squadroom/core/kernel/visible";
import { questionLine } from "../../words/plain-text.ts";

/** What is asked, in one line. A command in it is no Markdown: it is shown letter by letter. */
export function questionText({ kind, question }: { kind: string; question: string }): string {
  return kind === "permission" ? spelled(question) : questionLine(question);
}
