import { messageIn, type RoomEvent } from "@squadroom/core/log/event";
import type { RoomView } from "@squadroom/core/log/view";
import type { Message, MessageHead, OpenQuestion } from "@squadroom/core/message/message";
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

/** A person said whose it is, now or before its words were changed. */
function isGiven({ type, data }: RoomEvent, { routing }: RoomView): boolean {
  if (type === "routing.corrected") return true;
  if (type !== "message.edited" || data.route) return false;
  const { id } = data.message;
  return routing?.corrections.some((one) => one.messageId === id && one.how !== "kept") === true;
}

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
    head: headOf(message),
  };
}

/** What an agent said of its message; `null`: nothing. */
function headOf({ kind, subject, priority, about, responseBy }: Message): MessageHead | null {
  const head = { kind, subject, priority, about, responseBy };
  const given = Object.entries(head).filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : null;
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
