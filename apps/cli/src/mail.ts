import type { Delivery } from "@squadroom/client/agent";
import { mailText as textOf } from "@squadroom/core/prompt/context/task";
import { oneLine } from "./quoting.ts";
import { dated } from "./words.ts";

/** Messages that came with an answer. */
export function mailText(messages: Delivery["messages"]): string {
  return textOf(messages, oneLine, dated);
}
