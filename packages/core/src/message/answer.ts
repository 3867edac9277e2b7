import type { DecisionAct } from "../decision/act.ts";
import { actorOf, type PersonCaller } from "../kernel/actor.ts";
import type { Context } from "../kernel/command.ts";
import type { MessageId, TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { openBlockers } from "../task/blockers.ts";
import { liveTask } from "../task/order.ts";
import { concerned } from "./asked.ts";
import { requestSubject } from "./blockers.ts";
import type { Message } from "./message.ts";
import { RAISED_S } from "./open.ts";

type MessageAct = Extract<
  DecisionAct,
  { kind: "answer_message" | "wait_for_answer" | "close_message" }
>;

/** What a person's answer about an open message does: it reaches who waits for it. */
export function answerMessage(
  room: Room,
  { messageId, about }: { messageId: MessageId; about: string },
  act: MessageAct["kind"],
  said: { by: PersonCaller; note: string; context: Pick<Context, "newId" | "now"> },
): ActedFact[] {
  const { by, note, context } = said;
  const actor = actorOf(by);
  if (act === "wait_for_answer") {
    const data = { messageId, responseBy: context.now + RAISED_S * 1000 };
    return [{ type: "message.extended", data, actor }];
  }
  const isLoop = isStopped(room, messageId);
  const body =
    act === "answer_message"
      ? note
      : `${isLoop ? "Stop writing each other about this, and go on with what you have." : "No answer will come. Decide yourself, and say in your result what you decided."}${note.trim() === "" ? "" : `\n\n${note}`}`;
  const close: ActedFact = { type: "message.closed", data: { messageId }, actor };
  const blocked = blockedBy(room, messageId);
  // Whoever has the task hears of it as of each blocker that is closed.
  if (blocked) {
    const data = { ...blocked, note: body };
    return [{ type: "task.blocker_closed", data, actor }, close];
  }
  const tells = concerned(room, messageId).flatMap((id): ActedFact[] => {
    const agent = room.agents[id];
    if (!agent) return [];
    const message: Message = {
      id: context.newId(),
      from: { kind: "person", id: by.id, name: by.name },
      to: { kind: "agent", agentId: agent.id, role: agent.role, name: agent.name },
      ...{ subject: about, body, intent: null, mentions: [] },
      ...{ repliesTo: messageId, taskId: null, at: context.now },
    };
    const data = { message, task: null, ahead: 0, mailTo: [agent.id], answers: [] };
    return [{ type: "message.sent", data: { ...data, interrupt: false, urgent: true }, actor }];
  });
  return [...tells, close];
}

/** The blocker that the room asked for help with. */
function blockedBy(room: Room, messageId: MessageId): { taskId: TaskId; blockerId: number } | null {
  const open = room.openMessages.open.find(({ id }) => id === messageId);
  if (!open || open.from !== null || open.taskId === null) return null;
  const { taskId, subject } = open;
  const task = liveTask(room, taskId);
  const blocker = task && openBlockers(task).find((one) => requestSubject(taskId, one) === subject);
  return blocker ? { taskId, blockerId: blocker.id } : null;
}

function isStopped({ openMessages }: Room, id: MessageId): boolean {
  return openMessages.threads.some((one) => one.id === id && one.stoppedAt !== null);
}
