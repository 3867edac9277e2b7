import { call, explain, isRefused } from "../../live/api.ts";
import { isLive, untilLive } from "../../live/connection.ts";
import { storedFiles } from "../attachment/index.ts";
import { type Outgoing, post, unsent } from "./outbox.ts";

type Message = Omit<Outgoing, "state" | "afterSeq">;

/** Without a connection it waits for one; the key ensures that it is said once. */
async function send(message: Message): Promise<{ seq: number }> {
  const { key, roomId, body, repliesTo, interrupt, model, files } = message;
  const attachments = storedFiles(files).map(({ id }) => id);
  try {
    return await call("sendMessage", {
      key,
      params: { room: roomId },
      body: {
        body,
        ...(repliesTo ? { repliesTo } : {}),
        ...(interrupt ? { interrupt } : {}),
        ...(model ? { model } : {}),
        ...(attachments.length > 0 ? { attachments } : {}),
      },
    });
  } catch (error) {
    const isPassing = isRefused(error, "unavailable") || isRefused(error, "outcome_unknown");
    if ((isRefused(error) && !isPassing) || isLive()) throw error;
    await untilLive();
    return send(message);
  }
}

export function sendMessage(message: Message): void {
  post(message, send, (error) => explain(error).message);
}

/** Messages that were on their way when the page closed continue under their keys, so that none is said twice. */
export function resumeSending(): void {
  for (const { state, ...message } of unsent()) if (state.kind === "sending") sendMessage(message);
}
