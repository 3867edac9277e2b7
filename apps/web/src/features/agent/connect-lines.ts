import type { Agent } from "@squadroom/core/agent/agent";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { Member } from "@squadroom/core/room/card";

export interface Connecting {
  /** Of the server, without a path: `http://127.0.0.1:4600`. */
  origin: string;
  room: string;
  role: string;
  token: string;
}

/** A line for a terminal agent: says where and who, fetches the client from the server itself, and joins. */
export function cliLine({ origin, role, token }: Connecting): string {
  return `export SQUADROOM_URL=${origin} SQUADROOM_TOKEN=${token} && curl -fsSo squadroom.mjs ${origin}/cli.mjs && node squadroom.mjs join --role ${role}`;
}

/** The same without any client. */
export function curlLine({ origin, room, role, token }: Connecting): string {
  return `curl -sS -X POST ${origin}/api/v1/rooms/${room}/agents -H "authorization: Bearer ${token}" -H "content-type: application/json" -d '{"role":"${role}"}'`;
}

export const DOORS = ["claude", "codex", "shell", "http"] as const;
/** What the agent runs in. */
export type AgentDoor = (typeof DOORS)[number];

/** What is copied: for an agent that reads sentences one with the line in it, else the line. */
export function textFor(door: AgentDoor, at: Connecting, tell: string): string {
  switch (door) {
    case "claude":
    case "codex":
      return `${tell}\n${cliLine(at)}`;
    case "shell":
      return cliLine(at);
    case "http":
      return curlLine(at);
    default:
      return unreachable(door);
  }
}

/** The agent has done more than join: it asked for work, holds some, or called again. */
export function hasCalledSince(member: Member, agent: Agent | undefined): boolean {
  const { presence } = member;
  if (presence === null || presence.reach === "offline" || agent === undefined) return false;
  if (presence.work === "working" || presence.work === "waiting_on_human") return true;
  const { reason } = presence;
  if (reason.kind === "waiting_poll") return true;
  const seenAt = reason.kind === "seen" ? reason.at : "sinceAt" in reason ? reason.sinceAt : 0;
  return Math.max(seenAt, agent.seenAt) > agent.joinedAt;
}

/** The secret cut short, for showing a line that is copied whole. */
export function masked(line: string, token: string): string {
  return line.replace(token, `${token.slice(0, 8)}…${token.slice(-3)}`);
}

/** "Builder", or "Builder 2" when there is one. */
export function freeName(title: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  if (!used.has(title.toLowerCase())) return title;
  for (let n = 2; ; n++) if (!used.has(`${title} ${n}`.toLowerCase())) return `${title} ${n}`;
}
