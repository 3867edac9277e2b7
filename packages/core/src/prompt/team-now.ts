import type { Agent } from "../agent/agent.ts";
import type { AgentId, RoleName } from "../kernel/ids.ts";
import { oncePer } from "../kernel/once-per.ts";
import type { Room } from "../kernel/room.ts";
import { listed, listedUpTo } from "../kernel/words.ts";
import { availableWith } from "../task/claim.ts";
import { tasksInHand } from "../task/order.ts";
import type { HeldTask, Task } from "../task/task.ts";
import { specError, specErrorText } from "../team/role-spec.ts";
import { findRole, type Team } from "../team/team.ts";
import { actingEntryPoint, fullVariant, resolveVariant } from "../team/variants.ts";
import { COMMANDS } from "./commands.ts";
import { bullets, inline, isoMinute, section } from "./markdown.ts";
import { chainText } from "./roles.ts";

interface Seen {
  room: Room;
  task: HeldTask;
  agent: Agent;
  now: number;
}

/** When the team changed from the one that this agent joined. */
export function changedSince({ teamVersion, teamSince }: Room, { joinedAt }: Pick<Agent, "joinedAt">): number | null {
  return teamVersion > 1 && teamSince > joinedAt ? teamSince : null;
}

/** Most agents of a role that one delivery names: the task's own words come first, however many work beside it. */
export const TEAM_NAMED = 8;

/** The agents of each role, those present before those absent. */
export const byRole = oncePer((agents: Room["agents"]): ReadonlyMap<RoleName, readonly Agent[]> => {
  const found = new Map<RoleName, Agent[]>();
  for (const agent of Object.values(agents)) {
    const same = found.get(agent.role);
    if (same) same.push(agent);
    else found.set(agent.role, [agent]);
  }
  for (const same of found.values()) same.sort((a, b) => Number(b.online) - Number(a.online));
  return found;
});

/** Who is present, and how the team works because of that. */
export function teamNow({ room, task, agent, now }: Seen): string | null {
  const { team } = room;
  const available = availableWith(room, agent.role);
  const variant = resolveVariant(team, available);
  const promised =
    variant.name === task.lease.variant
      ? []
      : [
          `You got this task in **${task.lease.variant}**: what that allowed stays allowed while the role is available.`,
        ];
  const acting = actingEntryPoint(team, available);
  const note = variant.note && available.includes(acting) ? ` (${variant.note})` : "";
  const changedAt = changedSince(room, agent);
  const changed =
    changedAt === null
      ? []
      : [
          `The team was changed ${isoMinute(changedAt)}, after you joined: \`${COMMANDS.context}\` prints the current rules.`,
        ];
  const inHand = tasksInHand(room);
  return section(
    "Team now",
    bullets([
      ...team.roles.map((role) => `${role.name}: ${whoFills(room, role.name, agent, inHand)}`),
      // A branch passes nothing on, so how the team is doing is none of its business.
      ...(task.branchOf === undefined
        ? [
            `As of ${isoMinute(now)} **${variant.name}** is in force${note}, because ${because(team, available, agent.role)}: ${chainText(variant.chain)}.${countedIn(team, available)}`,
            ...promised,
          ]
        : []),
      ...changed,
    ]),
  );
}

/** A variant's name and chain include the entry point, present or not: for when it isn't, and nobody acts as it. */
export function countedIn(team: Team, available: readonly RoleName[]): string {
  const { entryPoint } = team;
  if (available.includes(actingEntryPoint(team, available))) return "";
  return ` No ${entryPoint} is connected: variant and chain always count it in.`;
}

function whoFills(room: Room, role: RoleName, self: Agent, inHand: ReadonlyMap<AgentId, Task>): string {
  const agents = (byRole(room.agents).get(role) ?? []).filter(({ id }) => id !== self.id);
  const there = agents
    .filter((other) => other.online)
    .map((other) => {
      const held = inHand.get(other.id);
      return held ? `${inline(other.name)} (working on ${held.id})` : inline(other.name);
    });
  const filled = findRole(room.team, role);
  const bad = filled && specError(filled);
  if (bad) return `nobody can work by its spec. ${specErrorText(bad)}`;
  if (role === self.role) return listedUpTo(TEAM_NAMED, ["you", ...there]);
  if (there.length > 0) return listedUpTo(TEAM_NAMED, there);
  const [since] = agents.map((other) => other.offlineSince ?? 0).sort((a, b) => b - a);
  return since ? `nobody since ${isoMinute(since)}` : "nobody";
}

function because(team: Team, available: readonly RoleName[], self: string): string {
  const { roles } = team;
  const others = roles.map(({ name }) => name).filter((name) => name !== self);
  const there = others.filter((name) => available.includes(name));
  if (there.length === 0) return "nobody else is available";
  const away = others.filter((name) => !there.includes(name));
  const areThere = `${listed(there)} ${there.length === 1 ? "is" : "are"} available`;
  // An absent role is a reason only if more would be possible with it.
  const isFull = resolveVariant(team, available).name === fullVariant(team).name;
  return away.length === 0 || isFull
    ? areThere
    : `${areThere}, and ${listed(away)} ${away.length === 1 ? "isn't" : "aren't"}`;
}
