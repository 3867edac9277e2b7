import type { Delivery } from "@squadroom/client/agent";
import { dated } from "./words.ts";

/** Messages that came along with an answer. */
export function mailText(messages: Delivery["messages"]): string {
  return messages
    .map(({ from, body, at }) => `Message from ${from}, ${dated(at)}:\n${body}\n\n`)
    .join("");
}
