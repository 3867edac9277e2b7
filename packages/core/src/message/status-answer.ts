import { actorOf, SERVER } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import { type ActedFact, accept } from "../kernel/ruling.ts";
import type { RouteDecision } from "../routing/route-decision.ts";
import type { StatusAnswer } from "../routing/status.ts";
import type { Message } from "./message.ts";

type Sending = CommandOf<"sendUserMessage">;

/** Nothing but its text: one that answers or interrupts an agent, has files or names a model is to be read. */
export function isPlain({ repliesTo, interrupt, attachments, model }: Sending): boolean {
  return repliesTo === null && interrupt !== true && (attachments ?? []).length === 0 && !model;
}

/** A question about the state of work, and the room's answer to it: two lines of the conversation, and no task. */
export function answeredByRoom(
  { by, body }: Sending,
  decision: RouteDecision,
  answer: StatusAnswer,
  { newId, now }: Context,
): RulingOn<"sendUserMessage"> {
  const messageId = newId();
  const common = { intent: null, mentions: [], taskId: null, at: now };
  const question: Message = {
    id: messageId,
    body,
    repliesTo: null,
    ...common,
    from: { kind: "person", id: by.id, name: by.name },
    to: { kind: "room" },
  };
  const reply: Message = {
    id: newId(),
    body: answer.text,
    repliesTo: messageId,
    ...common,
    from: SERVER,
    to: { kind: "user" },
  };
  const nobody = { task: null, ahead: 0, mailTo: [], answers: [], interrupt: false };
  const events: ActedFact[] = [
    {
      type: "message.sent",
      data: { message: question, ...nobody, route: { ...decision, by: "status" } },
      actor: actorOf(by),
    },
    {
      type: "message.sent",
      data: { message: reply, ...nobody, facts: answer.facts },
      actor: SERVER,
    },
  ];
  return accept(events, {
    messageId,
    taskId: null,
    answer: answer.text,
    to: "room" as const,
    ahead: 0,
    available: true,
    told: [],
    branches: [],
  });
}
