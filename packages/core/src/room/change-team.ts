import { seatlessAgents } from "../agent/seatless.ts";
import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, Context, Replies, RulingOn } from "../kernel/command.ts";
import type { AgentId, RoleName, TaskId } from "../kernel/ids.ts";
import { type Refusal, refusal } from "../kernel/refusal.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, refused } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import { SUBJECT_MAX } from "../message/open.ts";
import { heardBy, written } from "../message/server-written.ts";
import { endAttempt } from "../task/attempt.ts";
import type { Task } from "../task/task.ts";
import { specError, specErrorText } from "../team/role-spec.ts";
import { findRole, type Role, type Team } from "../team/team.ts";

type ChangeTeam = CommandOf<"changeTeam">;

/** By removed role, who takes over its work; by default the entry point. */
export type Remap = Readonly<Record<string, string>>;

/** What a new team does to a room as it is now. */
export interface TeamPlan {
  /** Nothing would change. */
  isSame: boolean;
  /** The removed roles, and what was theirs. */
  gone: {
    role: Role;
    to: RoleName;
    /** Waiting and failed ones, without people's messages. */
    tasks: TaskId[];
    /** Held by an agent: each goes back, and no attempt is counted. */
    inHand: { taskId: TaskId; agentId: AgentId }[];
    /** Agents that fill it and are told, at their next call, which roles there are. */
    agents: AgentId[];
  }[];
  added: Role[];
  /** People's messages that wait: always for the entry point. */
  messages: { taskIds: TaskId[]; to: RoleName };
  /** Decisions about what is removed, or with answers that lead there. */
  decisions: string[];
  moves: { taskId: TaskId; from: RoleName; to: RoleName }[];
  returns: Task[];
  leaves: AgentId[];
}

/** What would become of everything in the room; the ruling does exactly this. Pure. */
export function planTeamChange(room: Room, team: Team, remap: Remap): TeamPlan {
  const isGone = (role: RoleName) => !findRole(team, role);
  const takerOf = (role: RoleName): RoleName => findRole(team, remap[role] ?? "")?.name ?? team.entryPoint;
  const goneRoles = room.team.roles.filter((role) => isGone(role.name));
  const leaving = seatlessAgents(room, team);
  const returns = room.tasks.filter((task) => task.lease !== null && isGone(task.role));
  const isMessage = (task: Task) => task.said !== null && task.role === room.team.entryPoint;
  const messages = room.tasks.filter(
    (task) => isMessage(task) && task.role !== team.entryPoint && isMovable(task, isGone),
  );
  const others = room.tasks.filter((task) => isGone(task.role) && !messages.includes(task));
  return {
    isSame: sameTeam(room.team, team),
    gone: goneRoles.map((role) => ({
      role,
      to: takerOf(role.name),
      tasks: others.filter((task) => task.role === role.name && !task.lease).map((task) => task.id),
      inHand: returns.flatMap((task) =>
        task.role === role.name && task.lease ? [{ taskId: task.id, agentId: task.lease.agentId }] : [],
      ),
      agents: leaving.filter((agent) => agent.role === role.name).map((agent) => agent.id),
    })),
    added: team.roles.filter((role) => !findRole(room.team, role.name)),
    messages: { taskIds: messages.map((task) => task.id), to: team.entryPoint },
    decisions: Object.values(room.decisions)
      .filter(({ subject }) =>
        subject.kind === "role"
          ? isGone(subject.role)
          : subject.kind === "task" && others.some((task) => task.id === subject.taskId),
      )
      .map((decision) => decision.id),
    moves: [
      ...messages.map(({ id, role }) => ({ taskId: id, from: role, to: team.entryPoint })),
      ...others.map(({ id, role }) => ({ taskId: id, from: role, to: takerOf(role) })),
    ],
    returns,
    leaves: leaving.map((agent) => agent.id),
  };
}

/** What an agent of a remaining role holds stays with it. */
function isMovable(task: Task, isGone: (role: RoleName) => boolean): boolean {
  return task.state === "pending" || task.state === "failed" || isGone(task.role);
}

/** Why somebody who saw this version of the team has to look again; `null`: it is the current one. */
export function staleTeam({ teamVersion }: Room, seen: number): Refusal | null {
  if (seen === teamVersion) return null;
  const message = `The team has changed since you looked; it is now version ${teamVersion}.`;
  return refusal("team_changed", message, { version: teamVersion, yours: seen });
}

/**
 * A new team for a running room. Tasks continue: those of removed roles, even ones that agents hold, with the roles
 * that the lead names; people's messages with the entry point. All of it, or nothing.
 */
export function decideChangeTeam(room: Room, command: ChangeTeam, context: Context): RulingOn<"changeTeam"> {
  const { team, version, remap, by } = command;
  const stale = staleTeam(room, version);
  if (stale) return { ok: false, refusal: stale };
  const names = team.roles.map((role) => role.name);
  for (const [role, to] of Object.entries(remap)) {
    if (!findRole(room.team, role)) return refused("role_unknown", `The room has no role ${role} to remap.`, { role });
    if (!findRole(team, to)) return refused("role_unknown", `The new team has no role ${to}.`, { role: to }, names);
  }
  const plan = planTeamChange(room, team, remap);
  if (plan.isSame) return accept([], replyOf(plan, version, false));
  const actor = actorOf(by);
  const returned = plan.returns.flatMap((task) =>
    endAttempt(task, "left", `${by.name} changed the team; ${task.role} is gone.`, {
      countsAsAttempt: false,
    }),
  );
  const changed: ActedFact = {
    type: "team.changed",
    data: {
      version: version + 1,
      before: room.team,
      team,
      remap: plan.gone.map(({ role, to }) => ({ role: role.name, to })),
      tasks: plan.moves,
      agents: plan.leaves,
    },
    actor,
  };
  return accept(
    [...returned.map((fact) => ({ ...fact, actor })), changed, ...tellOfBroken(room, team, context)],
    replyOf(plan, version + 1, true),
  );
}

/** The coordinator hears of each new error in a spec: nobody works as that role until it is fixed. */
function tellOfBroken(room: Room, team: Team, context: Context): ActedFact[] {
  const errorIn = (of: Team, name: RoleName): string | null => {
    const role = findRole(of, name);
    const bad = role && specError(role);
    return bad ? specErrorText(bad) : null;
  };
  const receiver = { role: team.entryPoint };
  const mailTo = heardBy(room, receiver, undefined);
  return team.roles.flatMap(({ name, title }) => {
    const error = errorIn(team, name);
    if (error === null || error === errorIn(room.team, name)) return [];
    const said = {
      kind: "notification",
      subject: titleOf(`The spec of ${name} has an error`, SUBJECT_MAX),
      priority: "high",
      body: `Nobody works as ${title} until the spec is fixed. ${error}`,
    } as const;
    return written(null, receiver, said, mailTo, context);
  });
}

function replyOf(plan: TeamPlan, version: number, changed: boolean): Replies["changeTeam"] {
  return {
    changed,
    version,
    moved: plan.moves.length,
    returned: plan.returns.length,
    left: plan.leaves.length,
  };
}

/** The same data, whatever the order of its keys. */
export function sameTeam(a: Team, b: Team): boolean {
  return ordered(a) === ordered(b);
}

function ordered(team: Team): string {
  return JSON.stringify(team, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)))
      : value,
  );
}
