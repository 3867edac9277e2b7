import { seat } from "../agent/seat.ts";
import { discussedBy } from "../flow/discussed.ts";
import { actorOf, isAgent } from "../kernel/actor.ts";
import type { CommandOf, Context, Rules, RulingOn } from "../kernel/command.ts";
import type { Room } from "../kernel/room.ts";
import { accept, type Refused, refused } from "../kernel/ruling.ts";
import { limitsFor } from "../routing/limits.ts";
import { availableWith } from "../task/claim.ts";
import { mayCreateFor } from "../task/create.ts";
import { liveTask } from "../task/order.ts";
import { startOf } from "../task/start.ts";
import { steerable } from "../task/steer.ts";
import { working } from "../task/work.ts";
import { availableRoles } from "../team/availability.ts";
import { findRole } from "../team/team.ts";
import { findFanout } from "./fanout.ts";
import { openFanout } from "./open.ts";

/** The task in hand waits for what several agents say about it; each of them gets its own brief. */
function decideFanOut(room: Room, command: CommandOf<"fanOut">, context: Context): RulingOn<"fanOut"> {
  const at = working(room, command.by, command.taskId, command.fence);
  if (!at.ok) return at;
  const { agent, actor, task } = at;
  if (task.sessionId !== null || task.branchOf !== undefined || task.intent === "question") {
    const what =
      task.sessionId !== null
        ? `part of session ${task.sessionId}`
        : task.branchOf === undefined
          ? "a question"
          : "a branch of a fan-out";
    const message = `${task.id} is ${what}: it can't be fanned out. Do it yourself.`;
    return refused("task_state", message, { taskId: task.id, state: task.state }, ["completeTask"]);
  }
  const wrong = refuseBranches(room, agent.role, command.branches);
  if (wrong) return wrong;
  const tier = task.said?.tier ?? null;
  const limits = limitsFor(room.team, tier);
  const count = command.branches.length;
  if (count > limits.fanOut) {
    const of = tier === null ? "a fan-out" : `a message of tier ${tier}`;
    const message = `At most ${limits.fanOut} can work on ${of} at once; you name ${count}.`;
    return refused("limit_reached", message, { limit: limits.fanOut, tier });
  }
  const longest = Math.max(limits.branchS, limits.timeoutS);
  if ((command.branchS ?? 0) > longest) {
    const message = `A branch of it can have at most ${longest} s.`;
    return refused("limit_reached", message, { limit: longest, tier });
  }
  const branchS = command.branchS ?? limits.branchS;
  const opened = openFanout(
    room,
    {
      actor,
      tier,
      branchS,
      branches: command.branches,
      messageId: task.origin.messageId,
      title: task.title,
      joinTaskId: task.id,
      fence: command.fence,
      priority: task.priority,
    },
    context.now,
  );
  const available = availableWith(room, agent.role);
  return accept([...at.events, ...startOf(task, "tasks", actor), opened], {
    fanoutId: opened.data.fanoutId,
    joinTaskId: task.id,
    branchS,
    branches: opened.data.tasks.map(({ id, role }) => ({
      taskId: id,
      role,
      available: available.includes(role),
    })),
  });
}

function refuseBranches(
  room: Room,
  from: Parameters<typeof mayCreateFor>[1],
  branches: CommandOf<"fanOut">["branches"],
): Refused | null {
  const roles = room.team.roles.map(({ name }) => name);
  for (const { role, agentId } of branches) {
    if (!findRole(room.team, role)) return refused("role_unknown", `This team has no role ${role}.`, { role }, roles);
    const may = mayCreateFor(room, from, availableRoles(room));
    if (!may(role)) {
      const message = `Only the entry point asks ${role}.`;
      return refused("target_not_allowed", message, { role }, roles.filter(may));
    }
    if (agentId !== undefined && room.agents[agentId]?.role !== role)
      return refused("agent_unknown", `No ${role} with this id has joined.`, { agentId });
  }
  return null;
}

/** One branch again; the others keep their results. Whoever asked may do it, and people who steer tasks. */
function decideRetryBranch(room: Room, command: CommandOf<"retryBranch">): RulingOn<"retryBranch"> {
  const { by, taskId } = command;
  const seated = isAgent(by) ? seat(room, by) : null;
  if (seated && !seated.ok) return seated;
  const found = steerable(room, taskId, "retry");
  if (!found.ok) return found;
  const fanout = findFanout(room, found.task.branchOf ?? 0);
  if (!fanout) {
    const message = `${taskId} is no branch of a fan-out. A lead retries it.`;
    return refused("task_state", message, { taskId, state: found.task.state }, []);
  }
  if (discussedBy(room, found.task)) {
    const message = `${taskId} is a point of view in a discussion, which goes on without it.`;
    return refused("task_state", message, { taskId, state: found.task.state }, []);
  }
  const { role } = liveTask(room, fanout.joinTaskId) ?? { role: room.team.entryPoint };
  if (seated && seated.agent.role !== role && seated.agent.role !== room.team.entryPoint) {
    const message = `Only ${role}, who joins the results, retries a branch.`;
    return refused("forbidden", message, { taskId, role });
  }
  const actor = seated ? seated.actor : actorOf(by);
  return accept([...(seated?.events ?? []), { type: "task.retried", data: { taskId }, actor }], {
    fanoutId: fanout.id,
    taskId,
  });
}

export const fanoutRules = {
  fanOut: decideFanOut,
  retryBranch: decideRetryBranch,
} satisfies Partial<Rules>;
