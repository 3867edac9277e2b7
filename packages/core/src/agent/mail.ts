import type { AgentId, MessageId } from "../kernel/ids.ts";
import type { Priority } from "../kernel/priority.ts";
import type { RoomView } from "../kernel/view.ts";
import type { Agent } from "./agent.ts";

export type Mailed = Pick<RoomView, "agents" | "openMessages">;

/** Messages that interrupt an agent between two tool calls: all but low priority, which comes with its next task. */
export function mailNow(room: Mailed, id: AgentId): MessageId[] {
  return mailOf(room, id, (priority) => priority !== "low");
}

/** The mail in an answer to an agent at work: all of it, or none while only low-priority mail waits. */
export function mailAtWork(room: Mailed, agent: Pick<Agent, "id" | "mail">): MessageId[] {
  return mailNow(room, agent.id).length > 0 ? agent.mail : [];
}

/** `null` for a person's message: it has no priority. */
export function mailOf(
  { agents, openMessages }: Mailed,
  id: AgentId,
  takes: (priority: Priority | null) => boolean,
): MessageId[] {
  const mail = agents[id]?.mail ?? [];
  if (mail.length === 0) return [];
  const open = openMessages.open;
  return mail.filter((one) => takes(open.find((other) => other.id === one)?.priority ?? null));
}
