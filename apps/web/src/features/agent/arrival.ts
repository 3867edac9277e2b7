import type { Agent } from "@squadroom/core/agent/agent";
import type { AgentId, TaskId } from "@squadroom/core/kernel/ids";
import type { Member, RoomCard } from "@squadroom/core/room/card";
import type { RoomState } from "../../live/room-state.ts";
import { HARNESSES, type Harness } from "./connect-lines.ts";

/** How far an agent has come with its credential, and how the room knows. */
export interface Arrival {
  /** When a call with its credential came, epoch ms; `null`: none yet. */
  usedAt: number | null;
  agent: Agent | null;
  hasCalled: boolean;
  /** The first that it took, as long as the room still has it. */
  taskId: TaskId | null;
}

export function arrivalOf(
  { view, observations }: Pick<RoomState, "view" | "observations">,
  members: readonly Member[],
  agentId: string,
): Arrival {
  const id = agentId as AgentId;
  const agent = view.agents[id] ?? null;
  const member = members.find((one) => one.agentId === id);
  const task = Object.values(view.tasks).find(({ lease, lastHolder }) => lease?.agentId === id || lastHolder === id);
  return {
    usedAt: observations.seenAt[id] ?? agent?.joinedAt ?? null,
    agent,
    hasCalled: standingOf(member, view.agents) === "connected",
    taskId: task?.id ?? null,
  };
}

type Agents = RoomState["view"]["agents"];

/** Nobody has come, somebody has joined, or has done more since: asked for work, holds some, or called again. */
export type Standing = "open" | "joined" | "connected";

export function standingOf(member: Member | undefined, agents: Agents): Standing {
  const presence = member?.presence ?? null;
  const agent = member?.agentId ? agents[member.agentId] : undefined;
  if (presence === null || presence.reach === "offline" || agent === undefined) return "open";
  if (!["idle", "queued"].includes(presence.work)) return "connected";
  const { reason } = presence;
  if (reason.kind === "waiting_poll") return "connected";
  const seenAt = reason.kind === "seen" ? reason.at : "sinceAt" in reason ? reason.sinceAt : 0;
  return Math.max(seenAt, agent.seenAt) > agent.joinedAt ? "connected" : "joined";
}

/** The furthest that an agent of this role has come. */
export function standingOfRole(role: string, members: readonly Member[], agents: Agents): Standing {
  const all = members.filter((member) => member.role === role).map((member) => standingOf(member, agents));
  return all.includes("connected") ? "connected" : all.includes("joined") ? "joined" : "open";
}

/** Where to connect if no room is named: where work waits for an agent, or the last seen. A demo has its own. */
export function roomInNeed(cards: readonly RoomCard[], lastRoom: string | null): RoomCard | undefined {
  const rank = (card: RoomCard): number =>
    card.demo ? 0 : (needsAgent(card) ? 4 : 1) + (card.name === lastRoom ? 2 : 0);
  return cards.toSorted((one, other) => rank(other) - rank(one))[0];
}

function needsAgent({ ball: { why } }: RoomCard): boolean {
  return why.kind === "role_missing" || (why.kind === "decision" && why.subject.kind === "role");
}

/** Clients name themselves: `claude`, `claude-code`, `codex-mcp-client`. */
export function harnessIn(name: string | null): Harness | null {
  const said = name?.toLowerCase() ?? "";
  return HARNESSES.find((one) => one !== "acp" && one !== "shell" && said.includes(one)) ?? null;
}
