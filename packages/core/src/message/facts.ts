import type { Agent } from "../agent/agent.ts";
import { stopAbout } from "../agent/stopped.ts";
import { nameOf } from "../kernel/actor.ts";
import type { Context } from "../kernel/command.ts";
import type { EventOf, Step } from "../kernel/event.ts";
import type { TaskId } from "../kernel/ids.ts";
import { isThere, type Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import type { RoomView } from "../kernel/view.ts";
import { counted, listedUpTo } from "../kernel/words.ts";
import { lockOf } from "../lock/places.ts";
import { untilOf } from "../lock/words.ts";
import { heldTask, liveTask } from "../task/order.ts";
import type { Task } from "../task/task.ts";
import { type FailingIn, settledIn, tellOfEnd, tellOfRuling, tellWhoComes } from "./dispatches.ts";
import { SUBJECT_MAX } from "./open.ts";
import { heardBy, type Receiver, toAgent, written } from "./server-written.ts";

type Ids = Pick<Context, "newId" | "now">;

/**
 * What the room tells agents by itself, once per fact, and only those who would not hear of it otherwise: that a
 * task failed, that a check fails, that what they wait for failed or is ready, that what they asked for is done, that
 * what
 * they were working on was cancelled, that the lock they waited for is theirs, that somebody took one from them, that a
 * pipeline needs the coordinator.
 *
 * @param failingIn what fails at the end of a pipeline, which its gates know
 */
export function followFacts(_view: RoomView, steps: readonly Step[], context: Ids, failingIn: FailingIn): ActedFact[] {
  const over = new Set(steps.flatMap(({ event }) => (event.type === "session.ended" ? event.data.sessionId : [])));
  return steps.flatMap(({ event, before, after }): ActedFact[] => {
    if (!isThere(after)) return [];
    switch (event.type) {
      case "task.attempt_ended":
        return event.data.final ? failed(after, event, context) : [];
      case "task.progressed":
        return failing(before, after, event, context);
      case "task.cancelled":
        return takenAway(before, after, event, steps, context);
      case "session.ruled":
        return tellOfRuling(after, event, over.has(event.data.sessionId), context, failingIn);
      case "session.ended":
        return [...settledIn(before, after, event), ...tellOfEnd(before, after, event, context)];
      case "session.dispatched":
        return settledIn(before, after, event);
      case "agent.joined":
      case "agent.came_online":
        return tellWhoComes(before, after, event.data.agentId, context);
      case "lock.granted":
        return served(after, event, context);
      case "lock.released":
        return deprived(before, after, event, context);
      case "task.completed":
      case "task.passed": {
        const done = liveTask(before, event.data.taskId);
        return done ? ended(before, after, done, context) : [];
      }
      default:
        return [];
    }
  });
}

/** Critical for the entry point and for whoever asked for it; high for whoever waits for it. */
function failed(
  room: Room,
  { data: { taskId, attempts, reason } }: EventOf<"task.attempt_ended">,
  context: Ids,
): ActedFact[] {
  const task = liveTask(room, taskId);
  // How a branch ended is told to whoever joins the results.
  if (!task || task.branchOf !== undefined) return [];
  const title = titleOf(task.title, 60);
  const why = reason === "" ? "" : `: ${reason}`;
  const errors = (stopAbout(room, task)?.errors ?? []).map(({ taskId: of, file, line, message }) => {
    const place = [file, file && line].filter((part) => part !== null).join(":");
    return `- ${[of, place].filter(Boolean).join(", ")}: ${message}`;
  });
  const body = [
    `${taskId}, “${title}”, failed after ${counted(attempts, "attempt")}${why}`,
    ...(errors.length === 0 ? [] : [["It reported:", ...errors].join("\n")]),
    task.sessionId === null
      ? "A person is asked what to do with it."
      : "A person is asked what to do with it: another try, another role, going on without it, or an end.",
  ].join("\n\n");
  const subject = titleOf(`${taskId} failed: ${task.title}`, SUBJECT_MAX);
  const { entryPoint } = room.team;
  const asker = askerOf(room, task);
  const told = [{ role: entryPoint }, ...(asker && asker.role !== entryPoint ? [toAgent(asker)] : [])].flatMap((to) =>
    tell(room, task, to, { kind: "notification", priority: "critical", subject, body }, context),
  );
  const waiting = new Map<string, { to: Receiver; ids: string[] }>();
  for (const { role, agentId, ...other } of room.tasks) {
    if (!other.waitsFor.includes(taskId) || role === entryPoint) continue;
    const agent = agentId === null ? undefined : room.agents[agentId];
    const key = agentId ?? role;
    const known = waiting.get(key) ?? { to: agent ? toAgent(agent) : { role }, ids: [] };
    waiting.set(key, { ...known, ids: [...known.ids, other.id] });
  }
  return [
    ...told,
    ...[...waiting.values()].flatMap(({ to, ids }) => {
      const waits = `${ids.slice(0, 5).join(", ")}${ids.length > 5 ? ` and ${ids.length - 5} more` : ""}`;
      const text = `${taskId}, “${title}”, failed${why}\n\n${waits} ${ids.length === 1 ? "needs" : "need"} it. A person is asked what to do.`;
      const head = { kind: "notification", priority: "high", subject, body: text } as const;
      return tell(room, task, to, head, context);
    }),
  ];
}

/** High for each agent that works on what somebody else cancelled, unless its own question's answer tells it. */
function takenAway(
  before: RoomView,
  room: Room,
  event: EventOf<"task.cancelled">,
  steps: readonly Step[],
  context: Ids,
): ActedFact[] {
  const { taskId, cascade, reason } = event.data;
  const isTold = (agent: Agent, id: TaskId) =>
    steps.some(
      ({ event: { type, data } }) =>
        type === "message.sent" && data.message.taskId === id && data.mailTo.includes(agent.id),
    );
  return [taskId, ...cascade].flatMap((id) => {
    const task = liveTask(before, id);
    const agent = task?.lease ? room.agents[task.lease.agentId] : undefined;
    const isOwn = event.actor.kind === "agent" && event.actor.id === agent?.id;
    if (!task || !agent?.online || isOwn || isTold(agent, id)) return [];
    const by = event.actor.kind === "server" ? "" : ` by ${nameOf(event)}`;
    const why = reason === "" ? "." : `: ${reason}`;
    const subject = titleOf(`${id} was cancelled: ${task.title}`, SUBJECT_MAX);
    const body = `${id}, “${titleOf(task.title, 60)}”, was cancelled${by}${why}\n\nStop working on it: nothing you report for it counts any more. Wait for your next task.`;
    const head = { kind: "notification", priority: "high", subject, body } as const;
    const to = toAgent(agent);
    const heard = heardBy(room, to, undefined);
    return heard.length > 0 ? [written({ id }, to, head, heard, context)] : [];
  });
}

/** High for the agent that waited for a lock and now has it; people see it on the screen. */
function served(room: Room, { data: { lockId } }: EventOf<"lock.granted">, context: Ids): ActedFact[] {
  const lock = lockOf(room.locks.live, lockId);
  const agent = lock?.holder.kind === "agent" ? room.agents[lock.holder.id] : undefined;
  if (!lock || !agent) return [];
  const task = lock.taskId === null ? null : { id: lock.taskId };
  const what = listedUpTo(3, [...lock.patterns]);
  const subject = titleOf(`Lock ${lockId} is yours: ${what}`, SUBJECT_MAX);
  const body = `You have locked ${what}, ${untilOf(lock)}. Read the files again before you write: others had them meanwhile.`;
  const head = { kind: "notification", priority: "high", subject, body } as const;
  const to = toAgent(agent);
  return [written(task, to, head, heardBy(room, to, undefined), context)];
}

/** Critical for the agent that still writes what a lead released; high if it only waited. */
function deprived(before: RoomView, room: Room, event: EventOf<"lock.released">, context: Ids): ActedFact[] {
  const { lockId, reason } = event.data;
  const lock = lockOf(before.locks.live, lockId);
  const agent = lock?.holder.kind === "agent" ? room.agents[lock.holder.id] : undefined;
  if (!lock || !agent || event.actor.kind === "server" || event.actor.id === agent.id) return [];
  const by = nameOf(event);
  const what = listedUpTo(3, [...lock.patterns]);
  const isHeld = lock.fence !== null;
  const subject = titleOf(`${by} released your lock ${lockId}: ${what}`, SUBJECT_MAX);
  const next = isHeld
    ? "Stop writing there. Lock it again before you go on."
    : "You no longer wait for it. Lock it again if you still need it.";
  const all = [...lock.patterns].join(", ");
  const body = `${by} released your lock ${lockId}: ${all}\n\nReason: ${reason}\n\n${next}`;
  const priority = isHeld ? "critical" : "high";
  const head = { kind: "notification", priority, subject, body } as const;
  const task = lock.taskId === null ? null : { id: lock.taskId };
  const to = toAgent(agent);
  return [written(task, to, head, heardBy(room, to, undefined), context)];
}

/** A check that did not fail before: high for the entry point. */
function failing(
  before: RoomView,
  room: Room,
  { data: { taskId, progress } }: EventOf<"task.progressed">,
  context: Ids,
): ActedFact[] {
  const fails = (progress.checks ?? []).filter(({ passed }) => passed === false);
  const task = fails.length > 0 ? liveTask(room, taskId) : undefined;
  if (!task) return [];
  const was = liveTask(before, taskId)?.progress?.checks ?? [];
  const fresh = fails.filter(({ name }) => !was.some((one) => one.name === name && one.passed === false));
  if (fresh.length === 0) return [];
  const names = fresh
    .slice(0, 5)
    .map(({ name, value }) => (value === undefined ? name : `${name} (${value})`))
    .join(", ");
  const subject = titleOf(`${taskId} fails ${names}`, SUBJECT_MAX);
  const who = task.lease ? room.agents[task.lease.agentId]?.name : undefined;
  const body = `${taskId}, “${titleOf(task.title, 60)}”, fails ${names}. ${who ?? "Its agent"} is working on it.`;
  const head = { kind: "notification", priority: "high", subject, body } as const;
  return tell(room, task, { role: room.team.entryPoint }, head, context);
}

/**
 * High for an agent at work whose own next task now has all it needs; medium for whoever asked for it and is working on
 * something else.
 */
function ended(before: RoomView, room: Room, done: Task, context: Ids): ActedFact[] {
  const ready = before.tasks
    .filter(({ agentId, waitsFor }) => agentId !== null && waitsFor.includes(done.id))
    .flatMap(({ id }) => liveTask(room, id) ?? [])
    .filter(({ waitsFor }) => waitsFor.length === 0);
  const next = ready.flatMap((task) => {
    const agent = task.agentId ? room.agents[task.agentId] : undefined;
    if (!agent || !heldTask(room, agent.id)) return [];
    const subject = titleOf(`${task.id} is ready for you: ${task.title}`, SUBJECT_MAX);
    const body = `${done.id} is done, so ${task.id}, “${titleOf(task.title, 60)}”, is ready for you. You get it after the task in hand.`;
    const head = { kind: "notification", priority: "high", subject, body } as const;
    return tell(room, task, toAgent(agent), head, context);
  });
  const asker = askerOf(room, done);
  if (!asker || done.branchOf !== undefined) return next;
  const subject = titleOf(`${done.id} is done: ${done.title}`, SUBJECT_MAX);
  const by = done.lease ? before.agents[done.lease.agentId]?.name : undefined;
  const body = `${done.id}, “${titleOf(done.title, 60)}”, is done${by ? ` by ${by}` : ""}.`;
  const head = { kind: "notification", priority: "medium", subject, body } as const;
  return [...next, ...tell(room, done, toAgent(asker), head, context)];
}

/** Whoever made the task and works on something else. */
function askerOf(room: Room, { id, createdBy, origin, lease }: Task): Agent | undefined {
  if (createdBy.kind !== "agent" || origin.kind !== "task") return undefined;
  const agent = room.agents[createdBy.id as Agent["id"]];
  const held = agent && heldTask(room, agent.id);
  return held && held.id !== id && lease?.agentId !== agent.id ? agent : undefined;
}

function tell(room: Room, task: Task, to: Receiver, head: Parameters<typeof written>[2], context: Ids): ActedFact[] {
  const heard = heardBy(room, to, task.lease?.agentId ?? task.lastHolder ?? undefined);
  return heard.length > 0 ? [written(task, to, head, heard, context)] : [];
}
