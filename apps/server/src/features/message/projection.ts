import { messageIn } from "@squadroom/core/log/event";
import type { Message, OpenQuestion } from "@squadroom/core/message/message";
import type { ProjectedRow } from "../../db/projected.ts";
import type { Projection } from "../../platform/room/projection.ts";

export const messageProjection: Projection = (event) => {
  const message = messageIn(event);
  if (!message) return [];
  const seq = "sentSeq" in event.data ? event.data.sentSeq : event.seq;
  const judged = "route" in event.data ? (event.data.route ?? null) : null;
  const route = event.type === "routing.corrected" ? { by: "corrected" } : judged;
  return [{ table: "messages", row: { ...messageRow(event.roomId, seq, message), route } }];
};

function messageRow(
  roomId: string,
  seq: number,
  message: Message,
): Omit<Extract<ProjectedRow, { table: "messages" }>["row"], "route"> {
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
  };
}

/** Open questions to the user, and when they were closed: answered, or forgotten behind newer ones. */
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
  return [
    ...closed.map((question) => row(question, event.at)),
    ...asked.map((question) => row(question, null)),
  ];
};
