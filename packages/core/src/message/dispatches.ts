import { findPipelineSession, pipelinesIn } from "../flow/sessions.ts";
import { type Actor, nameOf } from "../kernel/actor.ts";
import type { Context } from "../kernel/command.ts";
import type { EventOf } from "../kernel/event.ts";
import type { AgentId, SessionId, TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { titleOf } from "../kernel/title.ts";
import type { RoomView } from "../kernel/view.ts";
import { counted, listed, listedUpTo } from "../kernel/words.ts";
import { countedSteps } from "../pipeline/pipeline.ts";
import type { PipelineSession, Ruled } from "../session/record/session.ts";
import { liveTask } from "../task/order.ts";
import { SUBJECT_MAX } from "./open.ts";
import { heardBy, type Receiver, toAgent, written } from "./server-written.ts";

type Ids = Pick<Context, "newId" | "now">;

/** What fails among a session's checks, in sentences. */
export type FailingIn = (session: PipelineSession) => readonly string[];

/** Most rulings made without the coordinator that its next question lists. */
const TOLD_MAX = 6;
/** Most failing checks that hold up an end, as reported with it. */
const FAILING_TOLD = 3;

/**
 * If a pipeline needs judgement, its coordinator is told: which tasks could start, or that nothing is left. What went
 * by
 * itself meanwhile is in the same message; nobody is woken for that.
 *
 * @param hasEnded whether the session ended with it
 */
export function tellOfRuling(
  room: Room,
  { data: { sessionId, advances } }: EventOf<"session.ruled">,
  hasEnded: boolean,
  context: Ids,
  failingIn: FailingIn,
): ActedFact[] {
  const session = findPipelineSession(room.sessions, sessionId);
  if (!session) return [];
  const isOver = advances.some(({ rule }) => rule === "complete");
  if (isOver) return tell(room, session, over(session, hasEnded, failingIn(session)), context);
  const asked = advances.some(({ rule }) => rule === "coordinator");
  return asked ? tell(room, session, question(room, session), context) : [];
}

/** A pipeline that somebody stopped or gave up: its coordinator no longer waits for any of it. */
export function tellOfEnd(
  before: RoomView,
  room: Room,
  { actor, data: { sessionId, end, reason } }: EventOf<"session.ended">,
  context: Ids,
): ActedFact[] {
  const session = findPipelineSession(before.sessions, sessionId);
  const isOwn = actor.kind === "agent" && actor.role === room.team.entryPoint;
  if (!session?.execution || end === "completed" || isOwn) return [];
  const { steps, done } = endedIn(session);
  const title = titleOf(session.title, 60);
  const subject = titleOf(`“${session.title}” was ${end}`, SUBJECT_MAX);
  const body = `Session ${sessionId}, “${title}”, was ${end} by ${nameOf({ actor })} after ${done.length} of ${counted(steps.length, "step", "steps")}: “${titleOf(reason, 300)}”. Nothing of it is left to do.`;
  return tell(room, session, { task: null, subject, body }, context);
}

/** A coordinator that arrives while tasks wait for it is asked then. */
export function tellWhoComes(before: RoomView, room: Room, agentId: AgentId, context: Ids): ActedFact[] {
  const agent = room.agents[agentId];
  if (agent?.role !== room.team.entryPoint) return [];
  const was = before.agents[agentId];
  const since = was?.role !== agent.role ? -Infinity : was.online ? Infinity : was.offlineSince;
  return pipelinesIn(room.sessions).flatMap((session) => {
    // Whoever was there when it was asked has it in the mail.
    const isNews = session.dispatch.held.some(({ askedAt }) => askedAt !== null && askedAt >= (since ?? 0));
    if (!isNews) return [];
    const to = toAgent(agent);
    return [say(session, question(room, session), to, heardBy(room, to, undefined), context)];
  });
}

/**
 * Questions about a session that the coordinator has not read: somebody has said which tasks start, or the session has
 * ended.
 */
export function settledIn(
  before: RoomView,
  after: RoomView,
  { actor, data: { sessionId } }: { actor: Actor; data: { sessionId: SessionId } },
): ActedFact[] {
  const session = findPipelineSession(after.sessions, sessionId);
  const still = session ? askedIn(session) : [];
  return (before.openMessages.open ?? []).flatMap((one): ActedFact[] =>
    one.sessionId === sessionId && !still.some((id) => id === one.taskId)
      ? [{ type: "message.closed", data: { messageId: one.id }, actor }]
      : [],
  );
}

function askedIn(session: PipelineSession): TaskId[] {
  return session.dispatch.held.flatMap(({ taskId, askedAt }) => (askedAt === null ? [] : taskId));
}

interface Told {
  /** The task that it is about. */
  task: { id: TaskId } | null;
  subject: string;
  body: string;
}

function aboutTask(id: TaskId | undefined): Told["task"] {
  return id === undefined ? null : { id };
}

function question(room: Room, session: PipelineSession): Told {
  const ids = askedIn(session);
  const lines = ids.slice(0, 20).map((id) => {
    const task = liveTask(room, id);
    return `- ${id} “${titleOf(task?.title ?? "", 60)}”, for the ${task?.role ?? ""}`;
  });
  const more = ids.length > lines.length ? [`- and ${ids.length - lines.length} more`] : [];
  return {
    task: aboutTask(ids[0]),
    subject: titleOf(`${counted(ids.length, "task")} of “${session.title}” could start`, SUBJECT_MAX),
    body: [
      `In session ${session.id}, “${titleOf(session.title, 60)}”, ${ids.length === 1 ? "this" : "these"} could start:`,
      ...lines,
      ...more,
      "",
      `Say which of session ${session.id} start: all, some (the rest waits), or some in order. Without your answer, all start in five minutes.`,
      ...meanwhile(session),
    ].join("\n"),
  };
}

/** The steps that count, and those of their tasks that have ended. */
function endedIn({ pipeline, execution }: PipelineSession) {
  const steps = countedSteps(pipeline.steps);
  const left = execution?.open ?? [];
  const tasks = steps.flatMap((step) => execution?.tasks[step.id] ?? []);
  return { steps, left, done: tasks.filter((taskId) => !left.includes(taskId)) };
}

function over(session: PipelineSession, hasEnded: boolean, failing: readonly string[]): Told {
  const { id, title, execution, gates } = session;
  const { steps, left, done } = endedIn(session);
  const lost = done.filter((taskId) => execution?.outcomes[taskId]?.state !== "passed");
  const named = (taskId: TaskId) => `${taskId}${endText(session, taskId)}`;
  const warned = done.filter((id) => !lost.includes(id) && endText(session, id) !== "").map(named);
  const name = `session ${id}, “${titleOf(title, 60)}”`;
  const count = `${done.length} of ${counted(steps.length, "step")} ended`;
  const isAsked = lost.length + left.length + failing.length > 0;
  const notes = [
    ...(!hasEnded && isAsked ? [" A person is asked what next."] : []),
    ...(lost.length === 0 ? [] : [` Not passed: ${listedUpTo(5, lost.map(named))}.`]),
    ...(left.length === 0 ? [] : [` Not done: ${listedUpTo(5, left)}.`]),
    ...(warned.length === 0 ? [] : [` With a warning: ${listedUpTo(5, warned)}.`]),
    ...failing.slice(0, FAILING_TOLD).map((text) => ` ${text}`),
    ...(failing.length > FAILING_TOLD ? [` And ${failing.length - FAILING_TOLD} more.`] : []),
    ...gates.overrides.map(({ by, phase, reason }) => ` ${by} overrode the ${phase} gate: “${titleOf(reason, 200)}”.`),
  ].join("");
  return {
    task: aboutTask(Object.values(execution?.tasks ?? {}).at(-1)),
    subject: titleOf(`“${title}” ${hasEnded ? "is" : "may be"} complete`, SUBJECT_MAX),
    body: hasEnded
      ? `${name[0]?.toUpperCase()}${name.slice(1)}, is complete: ${count}.${notes} Its report says what each role did.`
      : `Nothing of ${name}, is left to start, and nobody works on it: ${count}. It may be complete.${notes}`,
  };
}

/** What went by itself since the coordinator was last asked. */
function meanwhile(session: PipelineSession): string[] {
  const [, ...before] = session.dispatch.rulings;
  const at = before.findIndex((one) => "advances" in one && asks(one));
  const since = before.slice(0, at < 0 ? before.length : at);
  const lines = since.toReversed().flatMap((one) => {
    if (!("advances" in one)) return [];
    const went = one.advances.flatMap((to) => ("taskIds" in to ? to.taskIds : []));
    const ended = one.ended.filter((id) => session.execution?.outcomes[id]?.state === "passed");
    const said = ended.map((id) => `${id}${endText(session, id)}`);
    return said.length > 0 && went.length > 0 ? [`- ${listed(said)} → ${listedUpTo(5, went)}`] : [];
  });
  const cut = lines.length - TOLD_MAX;
  const more = cut > 0 ? [`- and ${counted(cut, "ruling")} before these`] : [];
  return lines.length === 0 ? [] : ["", "Went by itself since:", ...more, ...lines.slice(-TOLD_MAX)];
}

/**
 * How a task ended, if it did more than pass: ` (cancelled)`, ` (DISCUSS-002: MEDIUM)`, ` (DISCUSS-001: HIGH, a person
 * let it through)`, ` (DISCUSS-006: nobody judged it)`.
 */
function endText({ execution, discussions = [] }: PipelineSession, id: TaskId): string {
  const outcome = execution?.outcomes[id];
  if (outcome && outcome.state !== "passed" && outcome.state !== "open")
    return ` (${outcome.state.replaceAll("_", " ")})`;
  const rounds = discussions.flatMap(({ taskId, round, verdict }) => {
    if (taskId !== id || !verdict) return [];
    if (verdict.outcome === "skipped") return [`${round}: nobody judged it`];
    if (verdict.severity === "medium") return [`${round}: MEDIUM`];
    const isLet = verdict.next === "asks";
    return isLet ? [`${round}: HIGH, a person let it through`] : [];
  });
  return rounds.length === 0 ? "" : ` (${rounds.join("; ")})`;
}

function asks(ruled: Extract<Ruled, { advances: unknown }>): boolean {
  return ruled.advances.some(({ rule }) => rule === "coordinator");
}

function tell(room: Room, session: PipelineSession, told: Told, context: Ids): ActedFact[] {
  const to = { role: room.team.entryPoint };
  const heard = heardBy(room, to, undefined).filter((id) => room.agents[id]?.online);
  return heard.length > 0 ? [say(session, told, to, heard, context)] : [];
}

function say(
  { id: sessionId }: PipelineSession,
  { task, ...said }: Told,
  to: Receiver,
  heard: AgentId[],
  context: Ids,
): ActedFact {
  const head = { kind: "request", priority: "high", sessionId, ...said } as const;
  return written(task, to, head, heard, context);
}
