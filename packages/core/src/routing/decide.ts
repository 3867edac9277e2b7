import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, Context, Rules, RulingOn } from "../kernel/command.ts";
import type { Room } from "../kernel/room.ts";
import { accept, refused } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import { newTask, nextTaskId } from "../task/create.ts";
import { liveTask } from "../task/order.ts";
import type { NewTask, Task } from "../task/task.ts";
import { availableRoles } from "../team/availability.ts";
import { findRole } from "../team/team.ts";
import { limitsFor } from "./limits.ts";

/** Who should have got a message: its task moves there while nobody has it; the correction is kept in any case. */
function decideCorrection(
  room: Room,
  { by, sent, to }: CommandOf<"correctRoute">,
  context: Context,
): RulingOn<"correctRoute"> {
  const { message, seq } = sent;
  if (!findRole(room.team, to)) {
    const roles = room.team.roles.map(({ name }) => name);
    return refused("role_unknown", `This team has no role ${to}.`, { role: to }, roles);
  }
  const before = room.routing.corrections.find(({ messageId }) => messageId === message.id);
  // Another correction may have made its task since it was read.
  const known = message.taskId ?? before?.taskId ?? null;
  const live = known ? liveTask(room, known) : undefined;
  const wentTo = message.to.kind === "role" ? message.to.role : null;
  const from = before?.how === "kept" ? before.to : (live?.role ?? before?.to ?? wentTo);
  const available = availableRoles(room).includes(to);
  const said = { messageId: message.id, from, to, available };
  if (from === to) return accept([], { ...said, taskId: known, how: "same" });
  const task = known === null ? taskFor(room, sent, to, context) : null;
  const how = task ? ("created" as const) : howOf(room, live);
  const taskId = task?.id ?? known;
  const addressed = how === "kept" ? message.to : { kind: "role" as const, role: to };
  const data = {
    message: { ...message, to: addressed, taskId },
    sentSeq: seq,
    from,
    to,
    how,
    task,
    ...(task ? { tier: sent.decision.tier } : {}),
  };
  return accept([{ type: "routing.corrected" as const, data, actor: actorOf(by) }], {
    ...said,
    taskId,
    how,
  });
}

function howOf(room: Room, live: Task | undefined): "moved" | "kept" {
  return live && isUntaken(room, live) ? "moved" : "kept";
}

/** Nobody has ever held it, and no branches of it are at work. */
function isUntaken({ fanouts }: Room, task: Task): boolean {
  const isJoining = fanouts.all.some(({ joinTaskId }) => joinTaskId === task.id) === true;
  return task.state === "pending" && task.lastHolder === null && !isJoining;
}

/** What the room answered is now somebody's to answer. */
function taskFor(
  room: Room,
  { message, decision }: CommandOf<"correctRoute">["sent"],
  role: Task["role"],
  { now }: Context,
): NewTask {
  const { body, from } = message;
  if (from.kind === "server") throw new Error("only people's messages are routed");
  const { timeoutS } = limitsFor(room.team, decision.tier);
  const id = nextTaskId(room.numbers, findRole(room.team, role)?.prefix ?? "TASK");
  return {
    ...newTask({ role, title: titleOf(body), instruction: body, timeoutS }, id, now),
    createdBy: from,
    origin: { kind: "user_message", messageId: message.id },
  };
}

function decideDismissal(room: Room, { by, phrases }: CommandOf<"dismissPhrases">): RulingOn<"dismissPhrases"> {
  const known = new Set((room.routing.dismissed ?? []).map(({ phrase, to }) => `${to} ${phrase}`));
  const fresh = phrases.filter(({ phrase, to }) => !known.has(`${to} ${phrase}`));
  const event = { type: "routing.phrases_dismissed" as const, data: { phrases: fresh } };
  return accept(fresh.length > 0 ? [{ ...event, actor: actorOf(by) }] : [], {
    dismissed: fresh.length,
  });
}

export const routingRules = {
  correctRoute: decideCorrection,
  dismissPhrases: decideDismissal,
} satisfies Partial<Rules>;
