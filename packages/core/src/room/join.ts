import { AGENTS_MAX, isFull, longestGone } from "../agent/agent.ts";
import { seat } from "../agent/seat.ts";
import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { Fact } from "../kernel/event.ts";
import { type AgentId, nextFence, type RoleName, type TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, refused } from "../kernel/ruling.ts";
import { endAttempt } from "../task/attempt.ts";
import { leaveFacts } from "../task/leave.ts";
import { heldTask } from "../task/order.ts";
import type { Task } from "../task/task.ts";
import { availableRoles } from "../team/availability.ts";
import { findRole } from "../team/team.ts";
import { resolveVariant } from "../team/variants.ts";

type Resumed = Extract<Fact, { type: "task.resumed" }>;

/** Joins or joins again; a newer connection supersedes the older one and keeps its task when the role stays. */
export function decideJoin(room: Room, command: CommandOf<"join">, context: Context): RulingOn<"join"> {
  const { by, role } = command;
  const roles = room.team.roles.map((r) => r.name);
  if (!findRole(room.team, role)) {
    return refused("role_unknown", `This team has no role ${role}.`, { role }, roles);
  }
  if (!by.roles.includes(role)) {
    return refused("role_not_allowed", `This credential is not for the role ${role}.`, { role }, by.roles);
  }
  const before = room.agents[by.id];
  const variant = resolveVariant(room.team, [...othersAvailable(room, by.id), role]).name;
  if (command.ifAbsent && before?.role === role && before.offlineReason !== "left") {
    const { connection, class: as } = before;
    const leaseS = context.leaseS[as];
    const is = { agentId: by.id, role, connection, class: as, leaseS, superseded: false, variant };
    return accept([], is);
  }
  if (!before && isFull(room.agents) && longestGone(room.agents) === undefined) {
    return refused("limit_reached", `A room can have at most ${AGENTS_MAX} agents; let one leave.`, {
      limit: AGENTS_MAX,
    });
  }
  const actor = actorOf(by, role);
  const held = heldTask(room, by.id);
  const given = held?.lease && held.role === role ? [resume(room, held.id, by.id, context.leaseS[command.class])] : [];
  const ended =
    held && held.role !== role
      ? endAttempt(held, "left", `${by.name} joined again as ${role}.`, { countsAsAttempt: false })
      : [];
  // Numbers of an abandoned history never come again: an agent that has one is known by it. The first join of a history
  // has its number, so it is known that there is no other process.
  const first = by.epoch ?? 1;
  const connection = before ? Math.max(before.connection, first) + 1 : first;
  const joined: ActedFact = {
    type: "agent.joined",
    data: {
      agentId: by.id,
      name: by.name,
      role,
      class: command.class,
      harness: command.harness,
      connection,
      ...(command.door === undefined || command.door === "cli" ? {} : { door: command.door }),
    },
    actor,
  };
  const facts = [...ended.map((fact) => ({ ...fact, actor })), joined, ...given.map((fact) => ({ ...fact, actor }))];
  return accept(facts, {
    agentId: by.id,
    role,
    connection,
    class: command.class,
    leaseS: context.leaseS[command.class],
    superseded: before?.online === true,
    variant,
  });
}

/** The task continues under a new fence, which refuses the process that held it. */
function resume(room: Room, taskId: TaskId, agentId: AgentId, ttlS: number): Resumed {
  const fence = nextFence(room.fence);
  return { type: "task.resumed", data: { taskId, agentId, fence, ttlS } };
}

/** Roles that others fill: an agent that joins as another role leaves its former one. */
function othersAvailable(room: Room, self: AgentId): RoleName[] {
  const { [self]: _, ...agents } = room.agents;
  return availableRoles({ ...room, agents });
}

/** Leaves at once: its task goes back without waiting for the lease, no attempt is counted. */
export function decideLeave(room: Room, command: CommandOf<"leaveRoom">): RulingOn<"leaveRoom"> {
  const seated = seat(room, command.by);
  if (!seated.ok) return seated;
  const { agent, actor } = seated;
  const held = heldTask(room, agent.id);
  const said = command.reason ?? "";
  const reason = said || `${agent.name} left.`;
  const ended = held ? endAttempt(held, "left", reason, { countsAsAttempt: isLoop(held) }) : [];
  return accept(
    [
      ...ended.map((fact) => ({ ...fact, actor })),
      { type: "agent.left", data: { agentId: agent.id, reason: said }, actor },
    ],
    { left: true, returnedTask: held?.id ?? null },
  );
}

/**
 * Taken and given back without any sign of work, as the time before: whoever takes it doesn't get to it, so this counts
 * as an attempt, and a person hears of it in the end.
 */
function isLoop({ state, lastEnd }: Task): boolean {
  return state === "claimed" && (lastEnd?.how === "left" || lastEnd?.how === "expired");
}

/** The credential ended: its agent is gone at once, and its task waits again without an attempt. */
export function decideDismiss(room: Room, command: CommandOf<"dismiss">): RulingOn<"dismiss"> {
  const { by, agentId, reason } = command;
  const agent = room.agents[agentId];
  if (!agent || agent.offlineReason === "left") return accept([], {});
  return accept(leaveFacts(room, agentId, reason, actorOf(by)), {});
}

/** A sign of life by an agent that the log shows as silent. */
export function decideReturn(room: Room, command: CommandOf<"returnOnline">): RulingOn<"returnOnline"> {
  const seated = seat(room, command.by);
  return seated.ok ? accept(seated.events, {}) : seated;
}
