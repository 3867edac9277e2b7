import type { Agent } from "../agent/agent.ts";
import type { Context } from "../kernel/command.ts";
import type { AgentId, RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import type { Task } from "../task/task.ts";
import { isUrgent, MAIL_FULL, type Message, type MessageHead } from "./message.ts";

export type Sent = Extract<ActedFact, { type: "message.sent" }>;

/** Whoever has the role, or one agent. */
export interface Receiver {
  role: RoleName;
  agent?: Pick<Agent, "id" | "name"> | undefined;
}

export function toAgent({ id, name, role }: Pick<Agent, "id" | "name" | "role">): Receiver {
  return { role, agent: { id, name } };
}

/** Those present for it, except this one, whose mail has room. */
export function heardBy(room: Room, { role, agent }: Receiver, but: AgentId | undefined): AgentId[] {
  return Object.values(room.agents)
    .filter((one) => one.id !== but && one.offlineReason !== "left")
    .filter((one) => (agent === undefined ? one.role === role : one.id === agent.id))
    .filter(({ mail }) => mail.length < MAIL_FULL)
    .map(({ id }) => id);
}

/** A message by the room itself, about a task if there is one. */
export function written(
  task: Pick<Task, "id"> | null,
  { role, agent }: Receiver,
  said: Pick<Message, "body" | "sessionId"> & Required<Pick<MessageHead, "kind" | "subject" | "priority">>,
  mailTo: AgentId[],
  { newId, now }: Pick<Context, "newId" | "now">,
): Sent {
  const to: Message["to"] = agent
    ? { kind: "agent", agentId: agent.id, role, name: agent.name }
    : { kind: "role", role };
  const message: Message = {
    id: newId(),
    from: { kind: "server" },
    to,
    intent: null,
    mentions: [],
    repliesTo: null,
    taskId: task?.id ?? null,
    at: now,
    ...said,
  };
  const data = { message, task: null, ahead: 0, mailTo, answers: [], interrupt: false };
  const urgent = isUrgent(said.priority) ? { urgent: true } : {};
  return { type: "message.sent", data: { ...data, ...urgent }, actor: { kind: "server" } };
}
