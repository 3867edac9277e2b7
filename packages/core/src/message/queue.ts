import { joinedBy } from "../fanout/fanout.ts";
import { openOfMessage } from "../fanout/open.ts";
import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, type RoomRuling, refused } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import type { RoomView } from "../kernel/view.ts";
import { decisionOf } from "../routing/decision.ts";
import { limitsFor } from "../routing/limits.ts";
import { mentionsIn } from "../routing/mentions.ts";
import { routeMessage } from "../routing/route.ts";
import { dependantsOf, waitersByTask } from "../task/dependants.ts";
import { compareTasks, liveTask, readyTasks } from "../task/order.ts";
import type { Said, Task } from "../task/task.ts";
import type { MessageKeeper } from "./command.ts";
import { MESSAGE_MOVES, type Message } from "./message.ts";

/** The task of a user's message that nobody has taken. */
export type WaitingMessage = Task & { said: Said; state: "pending"; lease: null };

function isWaiting(task: Task): task is WaitingMessage {
  return task.said !== null && task.state === "pending";
}

/**
 * Users' messages that nobody has taken yet, in the order in which they will be taken. What a person gave to another
 * role waits among the tasks of that role.
 */
export function waitingMessages(view: RoomView): WaitingMessage[] {
  const role = view.team?.entryPoint;
  const inLine: WaitingMessage[] = [];
  for (const task of view.tasks) if (isWaiting(task) && task.role === role) inLine.push(task);
  return inLine.sort(compareTasks);
}

/** Tasks of its role that are taken or held before this one. */
export function placeOf(view: RoomView, task: Task): number {
  const inHand = view.tasks.filter((other) => other.role === task.role && other.lease).length;
  const before = readyTasks(view, task.role).findIndex((other) => other.id === task.id);
  return inHand + Math.max(0, before);
}

/** What its keeper may do with a waiting message: if branches of a fan-out have its text, that stays as it is. */
export function movesOf(view: RoomView, { id }: Task): (typeof MESSAGE_MOVES)[number][] {
  return MESSAGE_MOVES.filter((move) => move !== "edit" || !joinedBy(view, id));
}

/** A message belongs to its sender and the leads. */
export function mayKeep(task: Task, by: Pick<MessageKeeper, "id" | "isLead">): boolean {
  return by.isLead || (task.createdBy.kind === "person" && task.createdBy.id === by.id);
}

/** A new text for a waiting message, and so for its task. */
export function decideEditMessage(
  room: Room,
  command: CommandOf<"editMessage">,
  context: Context,
): RulingOn<"editMessage"> {
  const found = waiting(room, command);
  if (!found.ok) return found;
  const { task } = found;
  const fanout = joinedBy(room, task.id);
  if (fanout) {
    const text = `${task.id} joins fan-out ${fanout.id}, whose agents have these words already. Send another message, or withdraw this one.`;
    return refused("task_state", text, { taskId: task.id, state: task.state }, ["withdraw"]);
  }
  const { role, decision, fanOut } = routedAgain(room, task, command.body, context.now);
  const message: Message = {
    id: found.messageId,
    from: { kind: "person", id: task.createdBy.id, name: task.createdBy.name },
    to: { kind: "role", role },
    body: command.body,
    intent: null,
    mentions: mentionsIn(room.team, command.body),
    repliesTo: task.said.repliesTo,
    taskId: task.id,
    at: task.createdAt,
    ...(task.said.attachments ? { attachments: task.said.attachments } : {}),
    ...(task.wish?.model === undefined ? {} : { model: task.wish.model }),
  };
  const actor = actorOf(command.by);
  const title = titleOf(command.body);
  const edited: ActedFact = {
    type: "message.edited",
    data: {
      message,
      sentSeq: task.said.seq,
      taskId: task.id,
      title,
      ...(decision ? { route: decision, timeoutS: limitsFor(room.team, decision.tier).timeoutS } : {}),
    },
    actor,
  };
  const opened = openOfMessage(room, {
    actor,
    message,
    task: { ...task, title },
    roles: fanOut,
    tier: decision?.tier ?? null,
    now: context.now,
  });
  return answered(room, [edited, ...opened], found, context);
}

/** Where the new text sends it in a routed team; a message that somebody has given to another role stays there. */
function routedAgain(room: Room, { role, instruction }: Task, body: string, now: number) {
  const before = routeMessage(room, now, decisionOf(room.team, instruction));
  if (before.target !== role) return { role, decision: null, fanOut: [] };
  const decision = decisionOf(room.team, body);
  const { target, fanOut, event } = routeMessage(room, now, decision);
  // Whoever acts as the entry point has it already, or gets it from there in the same commit.
  const isDirect = event === "message.sent" || target === role;
  return { role: isDirect ? target : room.team.entryPoint, decision, fanOut };
}

/** Takes a waiting message back. If others wait for it, only a lead can, and cancels them with it. */
export function decideWithdrawMessage(room: Room, command: CommandOf<"withdrawMessage">): RulingOn<"withdrawMessage"> {
  const found = waiting(room, command);
  if (!found.ok) return found;
  const { task, messageId } = found;
  const dependants = dependantsOf(waitersByTask(room), [task.id]);
  if (dependants.length > 0) {
    return refused("has_dependants", `${dependants.length} tasks wait for ${task.id}.`, {
      taskId: task.id,
      dependants,
    });
  }
  const reopens = task.said.answered.map((question) => question.messageId);
  const withdrawn: ActedFact = {
    type: "message.withdrawn",
    data: { messageId, taskId: task.id, reopens },
    actor: actorOf(command.by),
  };
  return { ok: true, events: [withdrawn], reply: { messageId, taskId: task.id } };
}

export function decideMessageToFront(
  room: Room,
  command: CommandOf<"moveMessageToFront">,
  context: Context,
): RulingOn<"moveMessageToFront"> {
  const found = waiting(room, command);
  if (!found.ok) return found;
  const moved: ActedFact = {
    type: "task.moved_to_front",
    data: { taskId: found.task.id },
    actor: actorOf(command.by),
  };
  return answered(room, [moved], found, context);
}

type Found = { ok: true; task: WaitingMessage; messageId: Message["id"] };

/** The message that waits as this task, if the caller may change it; otherwise what became of it. */
function waiting(
  room: Room,
  { taskId, by }: { taskId: TaskId; by: MessageKeeper },
): Found | Extract<RoomRuling, { ok: false }> {
  const task = liveTask(room, taskId);
  if (!task) {
    const ended = room.ended.find((one) => one.id === taskId);
    const message = ended ? `${taskId} was ${ended.state} by ${ended.by}.` : `${taskId} has ended.`;
    return refused("task_state", message, { taskId, state: ended?.state ?? "ended" }, []);
  }
  const { messageId } = task.origin;
  if (task.said === null || messageId === null)
    return refused("message_unknown", `${taskId} is not a user's message.`, { taskId });
  if (!mayKeep(task, by)) {
    const message = `It is ${task.createdBy.name}'s message; only they or a lead may change it.`;
    return refused("forbidden", message, { taskId, sender: task.createdBy.name });
  }
  if (isWaiting(task)) return { ok: true, task, messageId };
  const holder = task.lease ? room.agents[task.lease.agentId]?.name : undefined;
  const message = holder
    ? `${holder} has taken ${taskId}; send another message instead.`
    : `${taskId} is ${task.state}.`;
  const details = { taskId, state: task.state, heldBy: holder ?? null };
  return refused("task_state", message, details, []);
}

/** Accepted, with the place that the message then has. */
function answered(
  room: Room,
  facts: ActedFact[],
  { task, messageId }: Found,
  context: Context,
): RulingOn<"editMessage"> {
  const steps = context.fold(room, facts);
  const after = steps.at(-1)?.after ?? room;
  const moved = liveTask(after, task.id) ?? task;
  const reply = { messageId, taskId: task.id, ahead: placeOf(after, moved) };
  return { ok: true, events: facts, reply, steps };
}
