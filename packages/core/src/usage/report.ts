import type { Agent } from "../agent/agent.ts";
import { followBudget } from "../budget/follow-up.ts";
import type { Actor } from "../log/event.ts";
import type { Room } from "../room/room.ts";
import type { ActedFact } from "../room/ruling.ts";
import { findSession } from "../session/session.ts";
import type { Task } from "../task/task.ts";
import { withUsage } from "./apply.ts";
import type { ReportedUsage } from "./usage.ts";

interface At {
  agent: Agent;
  actor: Actor;
  events: ActedFact[];
  task: Task;
}

/**
 * What the agent consumed is in the log in front of what it did, in the same commit; and what follows from it
 * for its session's budget, so that the next task is not claimed of a session that is paused by it.
 */
export function reporting<T extends At>(room: Room, at: T, usage: ReportedUsage | undefined): T {
  if (!usage) return at;
  const { agent, actor, task } = at;
  const { sessionId } = task;
  const data = { taskId: task.id, sessionId, agentId: agent.id, usage };
  const session = sessionId === null ? undefined : findSession(room.sessions, sessionId);
  const due = session ? followBudget(withUsage(session, usage)) : [];
  return { ...at, events: [...at.events, { type: "usage.reported", data, actor }, ...due] };
}
