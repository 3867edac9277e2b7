import { type Refusal, refusal } from "@squadroom/core/kernel/refusal";
import { ClientMessage } from "@squadroom/core/live/client-message";
import { refusalOfIssues } from "../http/issues.ts";

/** Longest message of a client, UTF-16 units. */
export const MESSAGE_MAX = 10_000;

/** A message of the protocol, or what is wrong with it. */
export function parseMessage(text: string | null): ClientMessage | Refusal {
  if (text === null) return refusal("bad_request", "A frame is text, with one JSON object.", {});
  if (text.length > MESSAGE_MAX) {
    const message = `A message has at most ${MESSAGE_MAX} characters.`;
    return refusal("payload_too_large", message, { limit: MESSAGE_MAX });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refusal("bad_request", "The frame isn't JSON. Send one object with a `type`.", {});
  }
  const parsed = ClientMessage.safeParse(value);
  return parsed.success ? parsed.data : refusalOfIssues("message", ClientMessage, parsed.error);
}
