import type { Agent } from "../agent/agent.ts";
import type { DecisionOption } from "../decision/decision.ts";
import { type Answering, anOption, done, type Effect } from "../decision/question.ts";
import type { AgentId, MessageId, TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { openBlockers } from "../task/blockers.ts";
import { liveTask } from "../task/order.ts";
import { findRole } from "../team/team.ts";
import { requestSubject } from "./blockers.ts";
import type { Message } from "./message.ts";
import { type OpenMessage, RAISED_S, type ThreadEnd } from "./open.ts";

declare module "../kernel/question.ts" {
  interface Acts {}
}

export type MessageAct = "answer_message" | "wait_for_answer" | "close_message";

/** What a person can say to agents that wait for each other's answers. */
export const ANSWERS = {
  answer_message: answer,
  wait_for_answer: ({ decision, actor, context }: Answering<"message">): Effect => {
    const { messageId } = decision.subject;
    const data = { messageId, responseBy: context.now + RAISED_S * 1000 };
    return done([{ type: "message.extended", data, actor }]);
  },
  close_message: answer,
};

export const moot = (): string => "It has its answer, or nobody waits for it any more.";

/** What a person's answer about an open message does: it reaches whoever waits for it. */
function answer({
  room,
  decision,
  act,
  by,
  actor,
  note,
  context,
}: Answering<"message", "answer_message" | "close_message">): Effect {
  const { messageId, about } = decision.subject;
  const isLoop = isStopped(room, messageId);
  const body =
    act.kind === "answer_message"
      ? note
      : `${isLoop ? "Stop writing each other about this, and go on with what you have." : "No answer will come. Decide yourself, and say in your result what you decided."}${note.trim() === "" ? "" : `\n\n${note}`}`;
  const close: ActedFact = { type: "message.closed", data: { messageId }, actor };
  const blocked = blockedBy(room, messageId);
  // Whoever has the task hears of it, as of each blocker that is closed.
  if (blocked) {
    const data = { ...blocked, note: body };
    return done([{ type: "task.blocker_closed", data, actor }, close]);
  }
  const tells = concerned(room, messageId).flatMap((id): ActedFact[] => {
    const agent = room.agents[id];
    if (!agent) return [];
    const message: Message = {
      id: context.newId(),
      from: { kind: "person", id: by.id, name: by.name },
      to: { kind: "agent", agentId: agent.id, role: agent.role, name: agent.name },
      subject: about,
      body,
      intent: null,
      mentions: [],
      repliesTo: messageId,
      taskId: null,
      at: context.now,
    };
    const data = { message, task: null, ahead: 0, mailTo: [agent.id], answers: [] };
    return [{ type: "message.sent", data: { ...data, interrupt: false, urgent: true }, actor }];
  });
  return done([...tells, close]);
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

/** The agents that an answer goes to. */
function concerned(room: Room, id: MessageId): AgentId[] {
  const { open, threads } = room.openMessages;
  const thread = threads.find((one) => one.id === id && one.stoppedAt !== null);
  if (thread) return thread.between.flatMap(({ agentId }) => agentId ?? []);
  return open.filter((one) => one.id === id).flatMap((one) => askerOf(room, one)?.id ?? []);
}

/** Who waits: its sender, or whoever has the task about which the room wrote. */
export function askerOf(room: Room, { from, taskId }: OpenMessage): Agent | undefined {
  if (from !== null) return room.agents[from.agentId];
  const lease = taskId === null ? null : (liveTask(room, taskId)?.lease ?? null);
  return lease === null ? undefined : room.agents[lease.agentId];
}

export function writeAnswer(consequence: string): DecisionOption<"answer_message"> {
  return anOption("answer", "Answer", consequence, "answer_message", { needsNote: true });
}

/** As a sentence of its own. */
export function quoted(subject: string): string {
  return /[.?!…]$/.test(subject) ? `“${subject}”` : `“${subject}”.`;
}

/** Puts what was said above the reason why a person is asked. */
export function withSaid(said: string | undefined, why: string): string {
  return said === undefined || said === "" ? why : `${said}\n\n${why}`;
}

export function calledIn(room: Room, { agentId, role }: ThreadEnd): string {
  const agent = agentId === null ? undefined : room.agents[agentId];
  return agent?.name ?? findRole(room.team, role)?.title ?? role;
}
