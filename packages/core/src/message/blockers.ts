import type { Agent } from "../agent/agent.ts";
import { type Named, namedIn } from "../agent/named.ts";
import { type Actor, nameOf } from "../kernel/actor.ts";
import type { Context } from "../kernel/command.ts";
import type { Step } from "../kernel/event.ts";
import type { MessageId, TaskId } from "../kernel/ids.ts";
import { isThere, type Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import type { RoomView } from "../kernel/view.ts";
import { openBlockers } from "../task/blockers.ts";
import { liveTask } from "../task/order.ts";
import type { Blocker, Task } from "../task/task.ts";
import { MAIL_FULL } from "./message.ts";
import { type OpenMessage, SUBJECT_MAX } from "./open.ts";
import { heardBy, toAgent, written } from "./server-written.ts";

/**
 * Whoever can close a blocker gets a request in the commit that opens it, and whoever has the task hears when somebody
 * else closed it. If nobody is named, the entry point gets it.
 */
export function followBlockers(
  _view: RoomView,
  steps: readonly Step[],
  context: Pick<Context, "newId" | "now">,
): ActedFact[] {
  return steps.flatMap(({ event, before, after }): ActedFact[] => {
    if (!isThere(after)) return [];
    const over = settled(before, after, event.actor);
    if (over.length > 0) return [...over, ...followBlocker(before, after, event, context)];
    return followBlocker(before, after, event, context);
  });
}

function followBlocker(
  before: RoomView,
  after: Room,
  event: Step["event"],
  context: Pick<Context, "newId" | "now">,
): ActedFact[] {
  if (event.type === "task.progressed") {
    const task = liveTask(after, event.data.taskId);
    const was = liveTask(before, event.data.taskId);
    if (!task) return [];
    const known = new Set((was ? openBlockers(was) : []).map(({ id }) => id));
    return openBlockers(task)
      .filter(({ id, messageId }) => !known.has(id) && messageId === undefined)
      .flatMap((blocker) => request(after, task, blocker, context));
  }
  if (event.type !== "task.blocker_closed") return answered(before, after, event.actor);
  const { taskId, blockerId, note } = event.data;
  const task = liveTask(before, taskId);
  const blocker = task && openBlockers(task).find(({ id }) => id === blockerId);
  const holder = task?.lease ? after.agents[task.lease.agentId] : undefined;
  if (!task || !blocker || blocker.messageId || !holder) return [];
  const said = note === "" ? "" : `\n\n${note}`;
  const subject = titleOf(`A blocker of ${taskId} is closed: ${blocker.description}`, SUBJECT_MAX);
  const body = `${nameOf(event)} closed a blocker of ${taskId}: “${titleOf(blocker.description, 200)}”${said}`;
  const head = { kind: "notification", subject, priority: "high", body } as const;
  const to = toAgent(holder);
  return [written(task, to, head, heardBy(after, to, undefined), context)];
}

/** Nobody waits any longer for what an ended task asked, nor for help with a closed blocker. */
function settled(before: RoomView, after: Room, actor: Actor): ActedFact[] {
  const { open } = after.openMessages;
  if (open.length === 0 || before.tasks === after.tasks) return [];
  const over = [...askedByEnded(before, after, open), ...overWithBlockers(before, after, open)];
  return [...new Set(over)].map((messageId): ActedFact => {
    return { type: "message.closed", data: { messageId }, actor };
  });
}

/** What an agent asked for a task that has ended since, and what a person is asked about such a request. */
function askedByEnded(before: RoomView, after: Room, open: readonly OpenMessage[]): MessageId[] {
  const asked = open.filter(({ from, responseBy, overdueAt }) =>
    from === null ? overdueAt !== null : responseBy !== null,
  );
  const hasEnded = (id: TaskId) => !liveTask(after, id) && liveTask(before, id) !== undefined;
  return asked.flatMap(({ id, taskId }) => (taskId !== null && hasEnded(taskId) ? [id] : []));
}

function overWithBlockers(before: RoomView, after: Room, open: readonly OpenMessage[]): MessageId[] {
  return before.tasks.flatMap((was) => {
    const task = liveTask(after, was.id);
    if (task === was || openBlockers(was).length === 0) return [];
    const still = new Set(task ? openBlockers(task).map(({ id }) => id) : []);
    const over = openBlockers(was).filter(({ id }) => !still.has(id));
    return over.flatMap((blocker) =>
      open
        .filter(({ id, from, taskId, subject }) =>
          blocker.messageId === undefined
            ? from === null && taskId === was.id && subject === requestSubject(was.id, blocker)
            : id === blocker.messageId,
        )
        .map(({ id }) => id),
    );
  });
}

/** A task continues once nobody waits any longer for the answer that it needs. */
function answered(before: RoomView, after: RoomView, actor: Actor): ActedFact[] {
  if (before.openMessages === after.openMessages) return [];
  const still = new Set(after.openMessages.open.map(({ id }) => id));
  const over = new Set(
    (before.openMessages.open ?? []).flatMap(({ id, responseBy }) =>
      responseBy === null || still.has(id) ? [] : [id],
    ),
  );
  if (over.size === 0) return [];
  return after.tasks.flatMap((task) =>
    openBlockers(task)
      .filter(({ messageId }) => messageId !== undefined && over.has(messageId))
      .map(({ id: blockerId }): ActedFact => {
        const data = { taskId: task.id, blockerId, note: "" };
        return { type: "task.blocker_closed", data, actor };
      }),
  );
}

/** The subject of a request about a blocker; it identifies the blocker. */
export function requestSubject(id: TaskId, { description }: Pick<Blocker, "description">): string {
  return titleOf(`${id} is blocked: ${description}`, SUBJECT_MAX);
}

/** Who could close a blocker: who is named, otherwise the entry point; `undefined` if that is only its own agent. */
export function closerOf(room: Room, task: Task, name: string | null): Named | undefined {
  const { entryPoint } = room.team;
  const holder = holderOf(room, task);
  const named = namedIn(room, name) ?? { role: entryPoint, title: entryPoint };
  if (!holder || named.role !== holder.role) return named;
  if (named.agentId !== undefined) return named.agentId === holder.id ? undefined : named;
  return heardBy(room, { role: named.role }, holder.id).length > 0 ? named : undefined;
}

function holderOf(room: Room, { lease }: Task): Agent | undefined {
  return lease ? room.agents[lease.agentId] : undefined;
}

function request(room: Room, task: Task, blocker: Blocker, context: Pick<Context, "newId" | "now">): ActedFact[] {
  const { id, description, requiresAgent } = blocker;
  const holder = holderOf(room, task);
  const named = closerOf(room, task, requiresAgent);
  if (!named) return [];
  const { role, agentId, title } = named;
  const to = { role, agent: agentId === undefined ? undefined : { id: agentId, name: title } };
  const heard = heardBy(room, to, holder?.id);
  const subject = requestSubject(task.id, blocker);
  const body = `${holder?.name ?? "Its agent"} is blocked on ${task.id}, “${titleOf(task.title, 60)}”: ${description}\n\nClose blocker ${id} of ${task.id} with what you did about it.`;
  const head = { kind: "request", subject, priority: "critical", body } as const;
  const fact = written(task, to, head, heard, context);
  // If nobody fills the role, it waits for whoever does.
  const waits = heard.length === 0 && agentId === undefined && (room.roleMail[role] ?? []).length < MAIL_FULL;
  return [waits ? { ...fact, data: { ...fact.data, mailToRole: role } } : fact];
}
