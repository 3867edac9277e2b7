import { type Mailed, mailOf } from "../agent/mail.ts";
import type { AgentId, MessageId } from "../kernel/ids.ts";
import { isUrgent } from "./message.ts";

/** What interrupts an agent at once: critical and high messages, and what people say. */
export function mailAtOnce(room: Mailed, id: AgentId): MessageId[] {
  return mailOf(room, id, (priority) => priority === null || isUrgent(priority));
}
