import { stopAbout } from "../agent/stopped.ts";
import { type AskedDecision, anOption, defineQuestion } from "../decision/question.ts";
import { findPipelineSession } from "../flow/sessions.ts";
import { wantsReply, workOf } from "../flow/work.ts";
import type { Touched } from "../kernel/event.ts";
import type { Room } from "../kernel/room.ts";
import { titleOf } from "../kernel/title.ts";
import { letGoOn as goOn } from "../session/asking/answers.ts";
import { stepOfTask } from "../session/pipeline/steps.ts";
import { letGoOn } from "../session/record/ask-words.ts";
import { heldUpBy, type WaitersByTask } from "../task/dependants.ts";
import { liveTask } from "../task/order.ts";
import { REPLY_RETRIES } from "../task/refuse-reply.ts";
import { decideRetry } from "../task/steer.ts";
import type { Task } from "../task/task.ts";
import { aboutStop } from "./stopped.ts";
import { abort, abortOf, cancel, cancelOption, handOn, mootTask } from "./task-answers.ts";

declare module "../kernel/question.ts" {
  interface Questions {
    task_failed: Asks<"task", "retry" | "hand_on" | "let_go_on" | "cancel" | "abort">;
  }
}

export const taskFailed = defineQuestion({
  kind: "task_failed",
  finds: ({ room, touched, waiters }) => failedTasks(room, touched).map((task) => ask(room, task, waiters())),
  moot: (room, { subject }) =>
    mootTask(room, subject.taskId, (task) => `${task.id} is ${task.state.replace("_", " ")} again.`),
  answers: {
    retry: ({ room, decision, by }) => {
      const { taskId } = decision.subject;
      const ruling = decideRetry(room, { type: "retryTask", by, taskId });
      return ruling.ok ? { ...ruling, undo: { kind: "retry", taskId } } : ruling;
    },
    hand_on: handOn,
    let_go_on: goOn,
    cancel,
    abort,
  },
});

function failedTasks(room: Room, { all, tasks }: Touched): Task[] {
  // A failed branch is reported to whoever joins the results; it stops nothing but an agent with too many errors.
  const asks = ({ state, branchOf, lastEnd }: Task) =>
    state === "failed" && (branchOf === undefined || lastEnd?.how === "stopped");
  if (all) return room.tasks.filter(asks);
  return [...tasks].flatMap((id) => {
    const task = liveTask(room, id);
    return task && asks(task) ? [task] : [];
  });
}

/** What the room asks about a task that has failed. */
function ask(room: Room, task: Task, waiters: WaitersByTask): AskedDecision<"task_failed"> {
  const holdsUp = heldUpBy(waiters, [task.id]);
  const found = stopAbout(room, task);
  const stop = found && aboutStop(room, task, found);
  const behind = holdsUp - 1;
  const isPressing = task.priority === "critical" || task.priority === "high";
  return {
    kind: "task_failed",
    subject: { kind: "task", taskId: task.id },
    question:
      stop?.question ?? `${task.id} “${titleOf(task.title, 60)}” ${endOf(room, task)}. What should happen to it?`,
    reason: stop?.reason ?? task.lastEnd?.reason ?? "",
    options: [
      ...(stop?.first ?? [
        anOption("retry", "Retry", "Three more attempts, with everything done so far.", "retry", {
          canUndo: true,
        }),
      ]),
      ...room.team.roles
        // Another role has no reply for a session's step; the team says who presents it.
        .filter((role) => role.name !== task.role && !wantsReply(room, task))
        .filter(({ name }) => stop?.suggested?.agentId !== undefined || name !== stop?.suggested?.role)
        .map((role) =>
          anOption(
            `hand_on:${role.name}`,
            `Give it to ${role.title}`,
            `${role.title} takes it over with your note. If none is connected, it waits in the queue.`,
            { kind: "hand_on", role: role.name },
          ),
        ),
      ...(isStep(room, task) ? [letGoOn(task.id)] : []),
      cancelOption(room, task, waiters),
      ...abortOf(room, task),
    ],
    urgency: stop || behind > 0 || isPressing ? "high" : "medium",
    holdsUp,
    askedBy: null,
  };
}

/** A step of a pipeline, which the others may be able to do without. */
function isStep({ sessions }: Room, { id, sessionId }: Task): boolean {
  const session = findPipelineSession(sessions, sessionId);
  return session !== undefined && stepOfTask(session, id) !== undefined;
}

/** An unusable reply is sent back once, within one attempt. */
function endOf({ sessions }: Room, { id, attempts, reviewOf }: Task): string {
  const work = sessions.live.map((session) => workOf(session, id)).find((one) => one !== null);
  const refusals = reviewOf?.refusals ?? work?.refusals ?? [];
  return refusals.length > REPLY_RETRIES
    ? "ended without a usable reply"
    : `failed after ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}`;
}
