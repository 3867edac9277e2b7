import { seat } from "../agent/seat.ts";
import { type AgentCaller, actorOf, isAgent, type PersonCaller } from "../kernel/actor.ts";
import type { CommandOf, Context, Rules, RulingOn } from "../kernel/command.ts";
import type { AgentId, RoleName, TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../kernel/ruling.ts";
import { counted } from "../kernel/words.ts";
import { MESSAGE_MAX, type Message } from "../message/message.ts";
import { lineageOf } from "../run/lineage.ts";
import type { RunId } from "../run/run.ts";
import { unknownRun } from "../run/runs.ts";
import { asFinding, commentText, type NewComment } from "../task/comments.ts";
import { newTask, nextTaskId } from "../task/create.ts";
import { settled } from "../task/judge.ts";
import { heldTask, liveTask } from "../task/order.ts";
import type { NewVerdict } from "../task/review.ts";
import type { NewTask, Task } from "../task/task.ts";
import { REWORK_PREFIX } from "../team/rework.ts";
import { findRole } from "../team/team.ts";
import type { CommentOutcome } from "./command.ts";

/** What was commented on. */
interface Subject {
  taskId: TaskId;
  runId: RunId | null;
  /** The line of work. */
  key: string;
}

/** Where comments go, with the events for that. */
interface Placed {
  outcome: CommentOutcome;
  taskId: TaskId;
  holder: TaskId | null;
  instruction?: string;
  before?: ActedFact[];
  after?: ActedFact[];
}

/** The name under which a person's comments stand beside the reviewers' verdicts. */
const PERSON_ROLE = "person" as RoleName;

/**
 * | who comments | on | the comments |
 * |---|---|---|
 * | an agent | anything | go with the result of the task that it holds: a review's findings, or what it hands on |
 * | a person | a plan's task that is under review | are a verdict of its review; it goes back when all have spoken |
 * | a person | work that an agent holds | are told to that agent, and go with its result |
 * | a person | work that waits | are added to what it asks for |
 * | a person | work that is over | become a task on the same branch |
 */
function decideCommentLines(
  room: Room,
  command: CommandOf<"commentLines">,
  context: Context,
): RulingOn<"commentLines"> {
  const { by, of } = command;
  const subject = subjectOf(room, of);
  if (!subject.ok) return subject;
  const { key, taskId, runId } = subject;
  const comments = command.comments.map((one): NewComment => ({ ...one, id: context.newId() }));
  const given = isAgent(by) ? placeOfAgent(room, by) : placeOfPerson(room, by, subject, comments, context);
  if (!given.ok) return given;
  const { placed, events, actor } = given;
  const { holder, instruction = null } = placed;
  const data = { key, taskId, runId, comments, holder, instruction };
  const added: ActedFact = { type: "comment.added", data, actor };
  return accept([...events, ...(placed.before ?? []), added, ...(placed.after ?? [])], {
    commentIds: comments.map(({ id }) => id),
    taskId: placed.taskId,
    outcome: placed.outcome,
  });
}

type Given = { ok: true; placed: Placed; events: ActedFact[]; actor: ReturnType<typeof actorOf> };

function placeOfAgent(room: Room, by: AgentCaller): Given | Refused {
  const seated = seat(room, by);
  if (!seated.ok) return seated;
  const { events, actor } = seated;
  const held = heldTask(room, by.id);
  if (!held) {
    const message = "Claim the review first: your comments go with the task in your hand.";
    return refused("task_state", message, {}, ["claimTask"]);
  }
  const { id: taskId } = held;
  if (held.sessionId !== null && !held.reviewOf) {
    const message = `${taskId} is work of a plan. Its reviewers comment on it.`;
    return refused("task_state", message, { taskId, state: held.state }, ["completeTask"]);
  }
  return { ok: true, events, actor, placed: { outcome: "kept", taskId, holder: taskId } };
}

function placeOfPerson(
  room: Room,
  by: PersonCaller,
  subject: Subject,
  comments: NewComment[],
  context: Context,
): Given {
  const actor = actorOf(by);
  const signed = comments.map((one) => ({ ...one, by }));
  const task = taskAt(room, subject);
  const place = (): Placed => {
    if (!task) {
      const made = followingTask(room, by, subject, commentText(signed), context);
      const fact: ActedFact = { type: "task.created", data: { tasks: [made] }, actor };
      return { outcome: "task", taskId: made.id, holder: made.id, before: [fact] };
    }
    const { id: taskId, review, lease } = task;
    if (review && task.state === "in_review") {
      const after = settled(room, { ...task, review }, verdictOf(by, task, comments), actor);
      return { outcome: "finding", taskId, holder: null, after };
    }
    if (lease) {
      const after = mailTo(room, by, task, commentText(signed), context);
      return { outcome: "told", taskId, holder: taskId, after };
    }
    const asked = `${task.instruction}\n\n${commentText(signed)}`;
    const instruction = asked.slice(0, MESSAGE_MAX).toWellFormed();
    return { outcome: "waiting", taskId, holder: taskId, instruction };
  };
  return { ok: true, events: [], actor, placed: place() };
}

/** The live task that continues this line of work; for a review, the task that it judges. */
function taskAt(room: Room, { taskId, key }: Subject): Task | undefined {
  const own = liveTask(room, taskId);
  if (own && !own.reviewOf) return own;
  const judged = own?.reviewOf && liveTask(room, own.reviewOf.taskId);
  return (
    judged || room.tasks.findLast((one) => !one.reviewOf && one.state !== "failed" && lineageOf(room, one).key === key)
  );
}

function verdictOf({ id, name }: PersonCaller, task: Task, comments: NewComment[]): NewVerdict {
  return {
    role: PERSON_ROLE,
    by: { agentId: id as string as AgentId, name, role: PERSON_ROLE },
    taskId: task.id,
    passed: false,
    findings: comments.map(asFinding),
    mustFix: [],
    summary: `${name} commented on ${counted(comments.length, "place")} of the change.`,
    repairs: [],
  };
}

/** Whoever holds the task reads it with the next answer. */
function mailTo(
  room: Room,
  by: PersonCaller,
  { id: taskId, lease }: Task,
  body: string,
  { newId, now }: Context,
): ActedFact[] {
  const agent = lease ? room.agents[lease.agentId] : undefined;
  if (!agent) return [];
  const message: Message = {
    id: newId(),
    from: { kind: "person", id: by.id, name: by.name },
    to: { kind: "agent", agentId: agent.id, role: agent.role, name: agent.name },
    body: body.slice(0, MESSAGE_MAX).toWellFormed(),
    intent: null,
    mentions: [],
    repliesTo: null,
    taskId,
    at: now,
  };
  const ways = { task: null, ahead: 0, answers: [], interrupt: false, urgent: true };
  const data = { message, mailTo: [agent.id], ...ways };
  return [{ type: "message.sent", data, actor: actorOf(by) }];
}

/** Work that is over continues where it was made. */
function followingTask(
  room: Room,
  by: PersonCaller,
  { key, taskId }: Subject,
  instruction: string,
  { now }: Context,
): NewTask {
  const branch = room.branches[key];
  const ended = room.ended.find(({ id }) => id === taskId);
  const run = room.runs.ended.find((one) => one.taskId === taskId);
  const roles = [branch?.by?.role, ended?.role, run?.role];
  const role = roles.find((one) => one && findRole(room.team, one)) ?? room.team.entryPoint;
  const about = ended?.title ?? branch?.title ?? "";
  return {
    ...newTask(
      {
        role,
        title: `Comments on ${taskId}: ${about}`.slice(0, 200).toWellFormed(),
        instruction: instruction.slice(0, MESSAGE_MAX).toWellFormed(),
        priority: "high",
      },
      nextTaskId(room.numbers, REWORK_PREFIX),
      now,
    ),
    intent: "findings",
    fromTaskId: taskId,
    createdBy: { kind: "person", id: by.id, name: by.name },
    origin: { kind: "task", messageId: null },
  };
}

function subjectOf(room: Room, of: CommandOf<"commentLines">["of"]): ({ ok: true } & Subject) | Refused {
  const { live, ended } = room.runs;
  const runs = [...live, ...ended];
  const byTask = (taskId: TaskId) => {
    const task = liveTask(room, taskId);
    if (task) return lineageOf(room, task).key;
    const branch = Object.values(room.branches).find((one) => one.key === taskId || one.taskId === taskId);
    return branch?.key ?? runs.find((run) => run.taskId === taskId)?.tree ?? null;
  };
  if ("runId" in of) {
    const run = runs.find(({ id }) => id === of.runId);
    if (!run) return unknownRun(of.runId);
    const { id: runId, taskId, tree } = run;
    if (taskId === null) {
      const message = `Run ${runId} worked on no task, so it changed nothing.`;
      return refused("run_state", message, { runId }, []);
    }
    return { ok: true, taskId, runId, key: tree ?? byTask(taskId) ?? taskId };
  }
  const { taskId } = of;
  const key = byTask(taskId);
  if (key === null && !room.ended.some(({ id }) => id === taskId))
    return refused("task_unknown", `The room has no task ${taskId} to comment on.`, { taskId });
  return { ok: true, taskId, runId: null, key: key ?? taskId };
}

export const commentRules = { commentLines: decideCommentLines } satisfies Partial<Rules>;
