import type { ClientMessage, Cursor } from "@squadroom/core/live/protocol";

/** A message of the protocol; `null` for anything else. */
export function parseMessage(text: string | null): ClientMessage | null {
  if (text === null || text.length > 10_000) return null;
  try {
    const message = JSON.parse(text) as Partial<Record<string, unknown>>;
    const isTopic =
      message.topic === "rooms" ||
      (typeof message.topic === "string" && /^room:[0-9a-f-]{36}$/.test(message.topic));
    if (message.type === "ping" && typeof message.id === "number") return message as ClientMessage;
    if (message.type === "unsubscribe" && isTopic) return message as ClientMessage;
    if (message.type === "subscribe" && isTopic && isCursor(message.cursor))
      return message as ClientMessage;
    return null;
  } catch {
    return null;
  }
}

function isCursor(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  const { epoch, seq } = value as Partial<Cursor>;
  return Number.isSafeInteger(epoch) && Number.isSafeInteger(seq) && Number(seq) >= 0;
}
