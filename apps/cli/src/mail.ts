import type { Delivery } from "@squadroom/client/agent";
import {
  answerNote,
  filesText,
  interruptNote,
  mailLead,
} from "@squadroom/core/prompt/context/task";
import { fenced } from "@squadroom/core/prompt/markdown";
import { oneLine } from "./quoting.ts";
import { dated } from "./words.ts";

/** Messages that came along with an answer. */
export function mailText(messages: Delivery["messages"]): string {
  return messages
    .map((mail) => {
      const { body, waitsAs, attachments } = mail;
      const note = waitsAs ? `\n${interruptNote(waitsAs)}` : "";
      const answer = mail.responseBy === undefined ? "" : `\n${answerNote(mail)}`;
      const files = attachments ? `\n${filesText(attachments)}` : "";
      return `Message from ${mailLead(mail, oneLine, dated)}\n${fenced(body)}${files}${answer}${note}\n\n`;
    })
    .join("");
}
