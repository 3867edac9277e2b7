import type { AgentId, MessageId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import type { Agent } from "./agent.ts";

/** Moves `next`, a copy that the caller owns at its first level only. */
export function setAgent(next: RoomView, id: AgentId, update: (agent: Agent) => Agent): void {
  const agent = next.agents[id];
  if (!agent) throw new Error(`agent ${id} is not in room ${next.roomId}`);
  next.agents = { ...next.agents, [id]: update(agent) };
}

/** The message is no longer news to anybody for whom it waits. */
export function forgetMail(next: RoomView, messageId: MessageId | null): void {
  if (messageId === null) return;
  const { roleMail = {} } = next;
  if (Object.values(roleMail).some((mail) => mail.includes(messageId)))
    next.roleMail = Object.fromEntries(
      Object.entries(roleMail)
        .map(([role, mail]) => [role, mail.filter((id) => id !== messageId)] as const)
        .filter(([, mail]) => mail.length > 0),
    );
  for (const { id, mail } of Object.values(next.agents)) {
    if (!mail.includes(messageId)) continue;
    setAgent(next, id, (agent) => ({
      ...agent,
      mail: agent.mail.filter((other) => other !== messageId),
    }));
  }
}
