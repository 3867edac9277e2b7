import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept } from "../kernel/ruling.ts";
import type { Message } from "../message/message.ts";
import { heardBy } from "../message/server-written.ts";
import { endAttempt } from "../task/attempt.ts";
import type { Task } from "../task/task.ts";

type HandOn = CommandOf<"handOn">;

/**
 * A plan's task keeps its place and its reviewers, a fan-out's its part in that, a failed one what was tried: only its
 * role changes.
 */
export function giveTo(
  task: Task,
  to: RoleName,
  { by, handoff }: HandOn,
  { queuedAnyway, also }: { queuedAnyway: boolean; also: ActedFact[] },
): RulingOn<"handOn"> {
  const actor = actorOf(by);
  const { id: taskId } = task;
  const free: ActedFact[] =
    task.state === "failed"
      ? [{ type: "task.retried", data: { taskId }, actor }]
      : endAttempt(task, "put_back", `${by.name} gave it to ${to}.`, {
          countsAsAttempt: false,
        }).map((fact) => ({ ...fact, actor }));
  const given: ActedFact = {
    type: "task.reassigned",
    data: {
      from: task.role,
      to,
      tasks: [{ taskId, agentId: handoff.task?.agentId ?? null }],
      note: { text: handoff.message, by: by.name },
    },
    actor,
  };
  return accept([...free, given, ...also], {
    handoffId: null,
    to,
    intent: "work",
    taskId,
    variant: "",
    unreviewed: false,
    rerouted: null,
    queuedAnyway,
  });
}

/** A lead who queues it anyway has said that it waits. */
export function waitsAnyway({ id }: Task, role: RoleName, { by }: HandOn): ActedFact {
  const data = { role, taskIds: [id], wait: true };
  return { type: "task.told_to_wait", data, actor: actorOf(by) };
}

/** What a lead says to whoever takes over a task that stays the same task. */
export function saidWith(
  room: Room,
  { id: taskId }: Task,
  { by, handoff }: HandOn,
  { newId, now }: Pick<Context, "newId" | "now">,
): ActedFact {
  const role = handoff.to as RoleName;
  const { agentId } = handoff.task ?? {};
  const agent = agentId === undefined ? undefined : room.agents[agentId];
  const mailTo = heardBy(room, { role, agent }, undefined);
  const message: Message = {
    id: newId(),
    from: { kind: "person", id: by.id, name: by.name },
    intent: null,
    mentions: [],
    to: agent ? { kind: "agent", agentId: agent.id, role, name: agent.name } : { kind: "role", role },
    subject: `${taskId} is yours now`,
    body: handoff.message,
    repliesTo: null,
    taskId,
    at: now,
  };
  const data = { message, task: null, ahead: 0, mailTo, answers: [], interrupt: false };
  const waits = mailTo.length === 0 ? { mailToRole: role } : {};
  return { type: "message.sent", data: { ...data, ...waits }, actor: actorOf(by) };
}
