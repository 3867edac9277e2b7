import { seat } from "../agent/seat.ts";
import { type AgentCaller, actorOf, isAgent } from "../kernel/actor.ts";
import type { CommandOf, RulingOn } from "../kernel/command.ts";
import { isHeldUnder } from "../kernel/lease.ts";
import type { Room } from "../kernel/room.ts";
import { accept, refused } from "../kernel/ruling.ts";
import { endAttempt, endUnread } from "./attempt.ts";
import { liveTask } from "./order.ts";
import { steerable } from "./steer.ts";
import type { HeldTask } from "./task.ts";

type PutBack = CommandOf<"putBackTask">;

/**
 * A task that somebody holds waits again, unchanged: progress and files stay, and no attempt counts. A lead does that
 * for an agent that won't come back; an agent itself does if nobody was there to read what it took.
 */
export function decidePutBack(room: Room, command: PutBack): RulingOn<"putBackTask"> {
  const { by, taskId } = command;
  if (isAgent(by)) return putBackUnread(room, { ...command, by });
  const found = steerable(room, taskId, "putBack");
  if (!found.ok) return found;
  const { task } = found;
  const holder = task.lease ? room.agents[task.lease.agentId]?.name : undefined;
  const from = holder === undefined ? "" : ` from ${holder}`;
  const why = command.reason === "" ? "." : `: ${command.reason}`;
  const ended = endAttempt(task, "put_back", `${by.name} put it back${from}${why}`, {
    countsAsAttempt: false,
  });
  return accept(
    ended.map((fact) => ({ ...fact, actor: actorOf(by) })),
    { taskId, state: "pending" },
  );
}

/** Only the claim itself: once work has begun, its attempt ends like any other. */
function putBackUnread(room: Room, command: PutBack & { by: AgentCaller }): RulingOn<"putBackTask"> {
  const { by, taskId, fence = null, reason } = command;
  const seated = seat(room, by);
  if (!seated.ok) return seated;
  const task = liveTask(room, taskId);
  if (!task || !isHeldUnder(task.lease, by.id, fence))
    return refused("lease_lost", `Your claim on ${taskId} has ended.`, { taskId });
  if (task.state !== "claimed")
    return refused("task_state", `You have already begun ${taskId}.`, { taskId, state: task.state }, ["fail"]);
  const ended = endUnread(task as HeldTask, reason);
  const isFailed = ended.some((fact) => fact.type === "task.attempt_ended" && fact.data.final);
  return accept([...seated.events, ...ended.map((fact) => ({ ...fact, actor: seated.actor }))], {
    taskId,
    state: isFailed ? "failed" : "pending",
  });
}
