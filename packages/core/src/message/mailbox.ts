import type { Agent } from "../agent/agent.ts";
import type { CommandOf } from "../kernel/command.ts";
import type { AgentId, RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type Refused, refused } from "../kernel/ruling.ts";
import { MAIL_FULL, MAIL_MAX, type Recipient } from "./message.ts";

/** Whom an agent writes to. */
export type Addressee = Exclude<Recipient, { kind: "room" }>;

/**
 * In whose mail it goes. Nothing that was accepted is lost: an agent whose mail is full gets no more, and if nobody has
 * room its sender is told. Critical messages and answers have room of their own.
 */
export function mailFor(
  room: Room,
  { priority, repliesTo }: CommandOf<"sendAgentMessage">,
  { id }: Agent,
  to: Addressee,
): Refused | { ok: true; mailTo: AgentId[]; mailToRole: RoleName | null } {
  if (to.kind === "user") return { ok: true, mailTo: [], mailToRole: null };
  const limit = priority === "critical" || repliesTo !== null ? MAIL_FULL : MAIL_MAX;
  const receivers = Object.values(room.agents)
    .filter((other) => other.id !== id)
    .filter((other) => (to.kind === "agent" ? other.id === to.agentId : other.role === to.role));
  // An agent that has left does not come back for it: it waits for whoever fills the role.
  const here = receivers.filter(({ offlineReason }) => offlineReason !== "left");
  const isForRole = to.kind === "role" && here.length === 0;
  const waiting = isForRole ? [room.roleMail[to.role] ?? []] : receivers.map(({ mail }) => mail);
  const least = Math.min(...waiting.map(({ length }) => length));
  if (waiting.length > 0 && least >= limit) {
    const who = to.kind === "agent" ? to.name : to.role;
    const message = `${who} has ${least} unread messages. Send it again once some are read; critical messages and answers still arrive.`;
    return refused("limit_reached", message, { limit, unread: least });
  }
  if (isForRole) return { ok: true, mailTo: [], mailToRole: to.role };
  const mailTo = receivers.filter(({ mail }) => mail.length < limit).map((other) => other.id);
  return { ok: true, mailTo, mailToRole: null };
}
