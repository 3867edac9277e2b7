import * as z from "zod";
import { tasksOf } from "../backlog/backlog.ts";
import type { Decision, DecisionOption } from "../decision/decision.ts";
import { type Answering, anOption, done, type Effect, forGood } from "../decision/question.ts";
import { findSession } from "../flow/sessions.ts";
import { isRescout, workOf } from "../flow/work.ts";
import { decideHandOn } from "../handoff/decide.ts";
import type { RulingOn } from "../kernel/command.ts";
import type { AgentId, RoleName, TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { counted } from "../kernel/words.ts";
import { abortOption } from "../session/record/ask-words.ts";
import { abortFacts } from "../session/steps/effect.ts";
import { dependantsOf, heldUpBy, type WaitersByTask } from "../task/dependants.ts";
import { liveTask, readyTasks } from "../task/order.ts";
import type { ReviewOf } from "../task/review.ts";
import { decideCancel } from "../task/steer.ts";
import type { Task } from "../task/task.ts";

declare module "../kernel/question.ts" {
  interface Acts {
    /** `agentId`: the only agent that may take it there. */
    hand_on: { role: RoleName; agentId?: AgentId };
  }
}

/** Ends the task, or the one that waits for a role. */
export function cancel({ room, decision, by, note }: Answering): Effect {
  const taskId = endingIn(room, decision);
  return forGood(decideCancel(room, { type: "cancelTask", by, taskId, cascade: true, reason: note }));
}

/** The session that the task belongs to is given up. */
export function abort({ room, decision, actor, note }: Answering): Effect {
  const id = liveTask(room, endingIn(room, decision))?.sessionId ?? null;
  const session = id === null ? undefined : findSession(room.sessions, id);
  return done(session ? abortFacts({ room, session, actor }, note) : []);
}

export const handOn = {
  fields: { role: z.string(), agentId: z.string().optional() },
  does: (at: Answering<"task", "hand_on">): Effect => forGood(passOn(at)),
};

/** What an answer ends. For a role: the one task that waits for it; several end only with their session. */
function endingIn(room: Room, { id, subject }: Decision): TaskId {
  if (subject.kind === "task") return subject.taskId;
  const [first] = subject.kind === "role" ? readyTasks(room, subject.role) : [];
  if (!first) throw new Error(`decision ${id} is about nothing that waits`);
  return first.id;
}

/** The task continues with another role, a failed one as it is; it queues if nobody fills that role. */
function passOn({ room, decision, act, by, note, context }: Answering<"task", "hand_on">): RulingOn<"handOn"> {
  const { role: to, agentId } = act;
  const { taskId } = decision.subject;
  const message = [note, liveTask(room, taskId)?.instruction ?? ""].filter(Boolean).join("\n\n");
  // An agent that has left meanwhile, or fills another role, is no reason not to pass the task on.
  const isThere = agentId !== undefined && room.agents[agentId]?.role === to;
  const task = isThere ? { task: { agentId } } : {};
  const handoff = { to, intent: "work" as const, message, ...task };
  const given = { type: "handOn", by, taskId, handoff, queueAnyway: true } as const;
  return decideHandOn(room, given, context, { asAnswer: true });
}

export function cancelOption(room: Room, task: Task, waiters: WaitersByTask): DecisionOption<"cancel"> {
  if (task.reviewOf) return withoutReview(task.reviewOf);
  const behind = heldUpBy(waiters, [task.id]) - 1;
  const also = behind === 0 ? "" : `, and the ${counted(behind, "task")} that ${behind === 1 ? "needs" : "need"} it`;
  const rest = `${withoutStep(room, task)}${withoutItem(room, task, waiters)}`;
  return anOption("cancel", "Cancel the task", `Ends it for good${also}.${rest}`, "cancel");
}

/** With one of its tasks, a session may be given up; a scout beside its checkpoint is no reason to. */
export function abortOf({ sessions, tasks }: Room, { id, sessionId }: Task): DecisionOption<"abort">[] {
  const session = sessionId === null ? undefined : findSession(sessions, sessionId);
  if (!session || isRescout(session, id)) return [];
  const others = tasks.filter((other) => other.sessionId === sessionId && other.id !== id);
  return [abortOption(others.length)];
}

/** A review is not dropped silently: whoever waives it says why. */
export function withoutReview({ taskId }: ReviewOf): DecisionOption<"cancel"> {
  return anOption(
    "cancel",
    "Waive this review",
    `${taskId} continues without it, marked unreviewed. Your reason is kept.`,
    "cancel",
    { needsNote: true },
  );
}

/** What becomes of the session that waits for it. */
function withoutStep({ sessions }: Room, { id }: Task): string {
  const session = sessions.live.find((one) => workOf(one, id) !== null);
  if (!session) return "";
  return isRescout(session, id)
    ? " The next batch is planned without it."
    : ` Session ${session.id} is paused until a person resumes it.`;
}

/** What becomes of the backlog's item if nothing else works on it. */
function withoutItem({ backlog }: Room, { id }: Task, waiters: WaitersByTask): string {
  const itemId = backlog.work[id];
  if (itemId === undefined) return "";
  const ended = [id, ...dependantsOf(waiters, [id])];
  return tasksOf(backlog, itemId).every((other) => ended.includes(other))
    ? ` Item ${itemId} is deferred until somebody reopens or picks it.`
    : "";
}

/** Why the room no longer asks about a task. */
export function mootTask(room: Room, taskId: TaskId, why: (task: Task) => string): string {
  const task = liveTask(room, taskId);
  return task ? why(task) : `${taskId} has ended.`;
}
