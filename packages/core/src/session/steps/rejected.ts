import { type AskedDecision, anOption, done, type Effect } from "../../decision/question.ts";
import { BY_SERVER } from "../../kernel/actor.ts";
import type { AgentId, TaskId } from "../../kernel/ids.ts";
import type { Room } from "../../kernel/room.ts";
import { cut } from "../../kernel/storable.ts";
import { listedUpTo } from "../../kernel/words.ts";
import { cancelled } from "../../task/cancel.ts";
import { newTask, nextTaskId } from "../../task/create.ts";
import { dependantsOf, waitersByTask } from "../../task/dependants.ts";
import { foundIn, foundText } from "../../task/found.ts";
import { isEveryoneLockedOut, isLockedOut, rejectionsWith } from "../../task/lockout.ts";
import { isEscalated, type Review } from "../../task/review.ts";
import type { NewTask, Task } from "../../task/task.ts";
import { findRole } from "../../team/team.ts";
import { abortOption, about, clip, letGoOn } from "../record/ask-words.ts";
import type { At } from "../record/at.ts";
import { ANOTHER_ROUND } from "../record/decided.ts";
import type { BrainstormSession } from "../record/session.ts";

type Rejected = Task & { review: Review };

/** The tasks of a plan that its reviewers rejected round after round: a person says how each continues. */
export function askAboutRejected(room: Room, session: BrainstormSession): AskedDecision<"review_failed">[] {
  return rejectedTasks(room, session).map((task) => askAbout(room, session, task));
}

function rejectedTasks({ tasks }: Pick<Room, "tasks">, { execution }: BrainstormSession): Rejected[] {
  const open = new Set(execution?.open);
  return tasks.filter((task): task is Rejected => open.has(task.id) && isEscalated(task));
}

function askAbout(room: Room, session: BrainstormSession, task: Rejected): AskedDecision<"review_failed"> {
  const { id, title, review } = task;
  const author = review.submitted?.by.name ?? "its author";
  const behind = behindIt(room, id);
  const needing =
    behind.length === 0
      ? "Nothing else needs it."
      : `${listedUpTo(4, behind)}, which ${behind.length === 1 ? "needs" : "need"} it, ${behind.length === 1 ? "is" : "are"} cancelled.`;
  const others = (session.execution?.open ?? []).length - 1;
  const findings = review.verdicts.flatMap((verdict) => foundIn(verdict).map(foundText));
  return {
    ...about(room, session, "execute", id),
    kind: "review_failed",
    urgency: "high",
    holdsUp: 1 + behind.length,
    question: `${id} “${title}” was rejected in round ${review.round}. What next?`,
    reason: clip(
      [...review.verdicts.map(({ role, by, summary }) => `${by?.name ?? role}: ${summary}`), ...findings].join("\n"),
    ),
    options: [
      anOption(
        "retry",
        ANOTHER_ROUND,
        `${reviserOf(room, task)} gets the findings and your note, and all reviewers look again.`,
        { kind: "another_round", taskId: id },
      ),
      anOption("roll_back", "Roll back", `${author}'s role undoes the changes in a task of its own. ${needing}`, {
        kind: "roll_back",
        taskId: id,
      }),
      letGoOn(id),
      abortOption(others),
    ],
  };
}

function rejected({ room, session }: At<BrainstormSession>, taskId: TaskId): Rejected {
  const task = rejectedTasks(room, session).find(({ id }) => id === taskId);
  if (!task) throw new Error(`task ${taskId} of session ${session.id} was not rejected`);
  return task;
}

/** A further round never counts as passed: it is reviewed again. */
export function anotherRound(at: At<BrainstormSession>, taskId: TaskId, note: string): Effect {
  const { room, actor } = at;
  const task = rejected(at, taskId);
  const by = actor.kind === "server" ? "Squadroom" : actor.name;
  const said = note.trim() === "" ? null : { text: note, by };
  const lifts = letIn(room, task);
  const data = { taskId, round: task.review.round, note: said, ...(lifts ? { lifts } : {}) };
  return done([{ type: "task.returned", data, actor }]);
}

/** The task ends with what needs it, and a task of its own takes its changes back. */
export function rollBack(at: At<BrainstormSession>, taskId: TaskId, note: string): Effect {
  const { room, session, actor } = at;
  const task = rejected(at, taskId);
  const cascade = behindIt(room, taskId);
  const reason = note.trim() === "" ? `Rejected in round ${task.review.round}.` : note;
  const tasks = [{ planId: `back-${taskId}`, task: takingBack(at, task, reason) }];
  const data = { sessionId: session.id, tasks, takesBack: taskId };
  return done([...cancelled([taskId, ...cascade], reason, actor), { type: "session.reworked", data, actor }]);
}

/** The author, if a further round would find nobody who may revise it: the person who wants it lets the author in. */
function letIn(room: Room, task: Rejected): AgentId[] | undefined {
  const author = task.review.submitted?.by;
  if (!author) return undefined;
  const after = { ...task, rejections: rejectionsWith(task) };
  return isEveryoneLockedOut(room, after) ? [author.agentId] : undefined;
}

/** Who gets a further round. */
function reviserOf(room: Room, task: Rejected): string {
  const author = task.review.submitted?.by;
  if (!author) return "Its author";
  const after = { ...task, rejections: rejectionsWith(task) };
  const isOut = isLockedOut(room, after, author.agentId) && !isEveryoneLockedOut(room, after);
  return isOut ? `Another ${findRole(room.team, task.role)?.title ?? task.role}` : author.name;
}

function behindIt(room: Room, id: TaskId): TaskId[] {
  return dependantsOf(waitersByTask(room), [id]);
}

function takingBack({ room, session, context }: At<BrainstormSession>, task: Rejected, reason: string): NewTask {
  const { submitted } = task.review;
  const paths = submitted?.result.artifacts.map(({ path }) => path) ?? [];
  const instruction = [
    `Take back what was done for ${task.id} “${task.title}”: leave the files as they were before it.`,
    ...(paths.length > 0 ? [`Reported as changed: ${paths.join(", ")}.`] : []),
    `Why: ${reason}`,
  ].join("\n\n");
  return {
    // Without boundaries: what was changed outside them is taken back too.
    ...newTask(
      {
        role: submitted?.by.role ?? task.role,
        title: cut(`Take back ${task.id}: ${task.title}`, 200),
        instruction: cut(instruction, 20_000),
        priority: "high",
      },
      nextTaskId(room.numbers, "FIX"),
      context.now,
    ),
    createdBy: BY_SERVER,
    origin: { kind: "session", messageId: null },
    sessionId: session.id,
  };
}
