import type { Message } from "@squadroom/core/message/message";
import type { ProjectedRow } from "../../db/projected.ts";
import type { Projection } from "../../platform/room/projection.ts";

export const messageProjection: Projection = (event) => {
  if (event.type === "message.sent" || event.type === "handoff.delivered") {
    return [{ table: "messages", row: messageRow(event.roomId, event.seq, event.data.message) }];
  }
  return [];
};

function messageRow(
  roomId: string,
  seq: number,
  message: Message,
): Extract<ProjectedRow, { table: "messages" }>["row"] {
  return {
    roomId,
    id: message.id,
    seq,
    sender: message.from,
    recipient: message.to,
    body: message.body,
    intent: message.intent,
    mentions: message.mentions,
    repliesTo: message.repliesTo,
    taskId: message.taskId,
    at: message.at,
  };
}
