import type { Agent } from "../agent/agent.ts";
import { findSession } from "../flow/sessions.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import type { Task } from "../task/task.ts";
import { withUsage } from "../usage/of-session.ts";
import { addUsage, byModel, type ReportedUsage } from "../usage/usage.ts";
import { followBudget, followScope } from "./follow-up.ts";
import { isOfAgent } from "./scope.ts";

interface At {
  agent: Agent;
  actor: Actor;
  events: ActedFact[];
  task: Task;
}

/**
 * Logs what the agent consumed ahead of what it did, in the same commit, with what follows for its session's budget and
 * its own: the next task is not claimed from something that this pauses.
 */
export function reporting<T extends At>(room: Room, at: T, usage: ReportedUsage | undefined): T {
  if (!usage) return at;
  const { agent, actor, task } = at;
  const { sessionId } = task;
  const of = { taskId: task.id, sessionId, agentId: agent.id };
  const reports = byModel(usage).map((one): ActedFact => {
    return { type: "usage.reported", data: { ...of, usage: one }, actor };
  });
  const session = sessionId === null ? undefined : findSession(room.sessions, sessionId);
  const due = session ? followBudget(withUsage(session, usage)) : [];
  const scopes = Object.values(room.budgets).filter(({ scope }) => isOfAgent(room, scope, agent.id));
  due.push(...scopes.flatMap((one) => followScope({ ...one, usage: addUsage(one.usage, usage) })));
  return { ...at, events: [...at.events, ...reports, ...due] };
}
