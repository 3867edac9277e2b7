import type { Delivery } from "@squadroom/client/agent";
import { filesText, interruptNote } from "@squadroom/core/prompt/context/task";
import { fenced } from "@squadroom/core/prompt/markdown";
import { oneLine } from "./quoting.ts";
import { dated } from "./words.ts";

/** Messages that came along with an answer. */
export function mailText(messages: Delivery["messages"]): string {
  return messages
    .map(({ from, body, at, waitsAs, urgent, attachments }) => {
      const note = waitsAs ? `\n${interruptNote(waitsAs)}` : "";
      const files = attachments ? `\n${filesText(attachments)}` : "";
      return `Message from ${oneLine(from)}, ${dated(at)}${urgent ? ", urgent" : ""}:\n${fenced(body)}${files}${note}\n\n`;
    })
    .join("");
}
