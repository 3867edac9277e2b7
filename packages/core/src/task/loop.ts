import { findPipelineSession } from "../flow/sessions.ts";
import type { AgentId, RoleName } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { prefixOf } from "../pipeline/pipeline.ts";
import { specOf } from "../team/role-spec.ts";
import type { Team } from "../team/team.ts";
import type { Task } from "./task.ts";

/** Whether one agent of the role keeps a pipeline's tasks of its prefix; `dynamic`: if several could start. */
export function loopOf(team: Pick<Team, "roles">, name: RoleName): boolean | "dynamic" {
  const role = team.roles.find((one) => one.name === name);
  return (role && specOf(role).innerLoop) ?? false;
}

/**
 * The agent in whose loop a pipeline's task is: it holds one of the same prefix, or did the last one. A role
 * loops if its spec says so, a `dynamic` one while more than one task of the prefix could start.
 *
 * @source domain.md § 10
 */
export function loopKeeper(view: RoomView, task: Task): AgentId | null {
  const { team, sessions, tasks } = view;
  if (task.sessionId === null || !team) return null;
  const session = findPipelineSession(sessions, task.sessionId);
  if (!session?.execution) return null;
  const loop = loopOf(team, task.role);
  if (loop === false) return null;
  const prefix = prefixOf(task);
  const own = tasks.filter((one) => one.sessionId === session.id && one.role === task.role && prefixOf(one) === prefix);
  const canStart = own.filter(({ state, waitsFor }) => state === "pending" && waitsFor.length === 0);
  if (loop === "dynamic" && canStart.length < 2) return null;
  const inHand = own.find(({ lease }) => lease !== null)?.lease?.agentId;
  const { outcomes } = session.execution;
  const last = Object.entries(outcomes).findLast(([id, { author }]) => author !== null && prefixOf({ id }) === prefix);
  return inHand ?? last?.[1].author?.agentId ?? null;
}
