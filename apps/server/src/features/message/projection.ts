import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomView } from "@squadroom/core/kernel/view";
import { type Message, messageIn, type OpenQuestion } from "@squadroom/core/message/message";
import { headOf } from "@squadroom/core/message/state";
import type { ProjectedRow } from "../../db/projected.ts";
import type { Projection } from "../../platform/room/projection.ts";

export const messageProjection: Projection = (event, before) => {
  const message = messageIn(event);
  if (!message) return [];
  // It stays as it is: only the rules learn from it.
  if (event.type === "routing.corrected" && event.data.how === "kept") return [];
  const seq = "sentSeq" in event.data ? event.data.sentSeq : event.seq;
  const judged = "route" in event.data ? (event.data.route ?? null) : null;
  const route = isGiven(event, before) ? { by: "corrected" } : judged;
  return [{ table: "messages", row: { ...messageRow(event.roomId, seq, message), route } }];
};

/** A person said whose it is, now or before its text was changed. */
function isGiven({ type, data }: RoomEvent, { routing }: RoomView): boolean {
  if (type === "routing.corrected") return true;
  if (type !== "message.edited" || data.route) return false;
  const { id } = data.message;
  return routing.corrections.some((one) => one.messageId === id && one.how !== "kept");
}

function messageRow(
  roomId: string,
  seq: number,
  message: Message,
): Omit<Extract<ProjectedRow, { table: "messages" }>["row"], "route"> {
  const head = headOf(message);
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
    attachments: message.attachments ?? null,
    head: Object.keys(head).length > 0 ? head : null,
  };
}

/** Open questions to the user, and when they were closed: answered, or pushed out by newer ones. */
export const questionProjection: Projection = (event, before, after) => {
  if (before.questions === after.questions) return [];
  const row = (question: OpenQuestion, closedAt: number | null): ProjectedRow => ({
    table: "questions",
    row: {
      roomId: event.roomId,
      messageId: question.messageId,
      agentId: question.from.agentId,
      name: question.from.name,
      role: question.from.role,
      taskId: question.taskId,
      text: question.text,
      askedAt: question.at,
      closedAt,
    },
  });
  const closed = before.questions.filter((question) => !after.questions.includes(question));
  const asked = after.questions.filter((question) => !before.questions.includes(question));
  return [...closed.map((question) => row(question, event.at)), ...asked.map((question) => row(question, null))];
};
