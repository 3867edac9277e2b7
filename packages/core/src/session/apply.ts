import { isRescout } from "../flow/work.ts";
import type { TaskId } from "../kernel/ids.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { RoomEvent } from "../log/event.ts";
import type { RoomView } from "../log/view.ts";
import { addTask, nameOf, setTask } from "../task/apply.ts";
import type { Rejection } from "../task/doer.ts";
import { NO_USAGE } from "../usage/usage.ts";
import { atCheckpoint, entered, proposed, without } from "./apply-proposal.ts";
import { aBatch, begun, tallyOf } from "./batch.ts";
import { carriedIn, rejectedFor, withoutMended } from "./findings.ts";
import { followReviews } from "./follow-reviews.ts";
import { newGateRecord } from "./gate.ts";
import { recordGates } from "./gate-apply.ts";
import { mapped, outcomesOf } from "./outcomes.ts";
import { freePlace } from "./place.ts";
import { progressOf } from "./progress.ts";
import { rescoutAfter } from "./rescout.ts";
import { scopeReopened, splitsDecided } from "./scope.ts";
import {
  type Batch,
  type NewSession,
  SESSIONS_ENDED_KEPT,
  type Session,
  type SessionId,
  type SessionWork,
} from "./session.ts";

export type SessionEvent = Extract<RoomEvent, { type: `session.${string}` }>;

/** A session as it is when it has just been made. */
export function createdSession(created: NewSession, at: number): Session {
  return {
    ...created,
    angle: created.angle ?? null,
    state: "queued",
    createdAt: at,
    startedAt: null,
    stepAt: at,
    step: "scout",
    isParked: false,
    pausedAt: null,
    pausedFor: null,
    complexity: null,
    proposals: {},
    answers: {},
    approachId: null,
    approachBy: null,
    sections: {},
    sectionId: null,
    staleBasis: {},
    leftSteps: [],
    batches: null,
    splits: null,
    mayEditBatches: false,
    decidedSplits: [],
    batch: null,
    work: null,
    rescout: null,
    execution: null,
    usage: NO_USAGE,
    budget: null,
    comments: 0,
    gates: newGateRecord(created.gatePreset),
  };
}

/** Moves `next`, a copy that the caller owns at its first level only. */
export function changeSessions(next: RoomView, event: SessionEvent): void {
  switch (event.type) {
    case "session.created": {
      const { sessions } = event.data;
      next.sessions = {
        ...next.sessions,
        number: sessions.at(-1)?.id ?? next.sessions.number,
        live: [
          ...next.sessions.live,
          ...sessions.map((session) => createdSession(session, event.at)),
        ],
      };
      return;
    }
    case "session.ended":
      end(next, event);
      return freePlace(next);
    case "session.next_held":
      next.sessions = { ...next.sessions, next: "held" };
      return;
    case "session.started":
    case "session.resumed":
      setSession(next, event.data.sessionId, (session) => changed(session, event));
      next.sessions = { ...next.sessions, next: "by_itself" };
      return;
    case "session.parked":
      setSession(next, event.data.sessionId, (session) => changed(session, event));
      return freePlace(next);
    case "session.plan_approved":
    case "session.reworked":
      for (const { task } of event.data.tasks) addTask(next, task);
      return setSession(next, event.data.sessionId, (session) => changed(session, event));
    case "session.reply_refused":
      return refuse(next, event);
    case "session.asked":
    case "session.rescouted":
      addTask(next, event.data.task);
      return setSession(next, event.data.sessionId, (session) => changed(session, event));
    default:
      return setSession(next, event.data.sessionId, (session) => changed(session, event));
  }
}

/** The reply to a step, or that of a reviewer: whoever sends it again knows why. */
function refuse(
  next: RoomView,
  event: Extract<SessionEvent, { type: "session.reply_refused" }>,
): void {
  const { sessionId, taskId, code, message } = event.data;
  const task = next.tasks.find(({ id }) => id === taskId);
  if (!task?.reviewOf) return setSession(next, sessionId, (session) => refused(session, event));
  const told = { code, message };
  const reviewOf = { ...task.reviewOf, refusals: [...task.reviewOf.refusals, told] };
  return setTask(next, taskId, (one) => ({ ...one, reviewOf }));
}

type Changing = Exclude<
  SessionEvent,
  {
    type: "session.created" | "session.ended" | "session.next_held" | "session.reply_refused";
  }
>;

/** The session after an event of its own. */
function changed(session: Session, event: Changing): Session {
  return recordGates(session, moved(session, event), event);
}

function moved(session: Session, event: Changing): Session {
  switch (event.type) {
    case "session.edited": {
      const { title, description } = event.data;
      return { ...session, title, description };
    }
    case "session.moved":
      return { ...session, position: event.data.position };
    case "session.started":
      return {
        ...session,
        state: "running",
        startedAt: event.at,
        stepAt: event.at,
        angle: event.data.angle ?? session.angle ?? null,
        ...(event.data.boundaries ? { boundaries: event.data.boundaries } : {}),
      };
    case "session.asked": {
      const { step, ask, comment, task } = event.data;
      const work = { taskId: task.id, step, ask, comment, refusals: [] };
      return { ...session, work, comments: session.comments + (comment ? 1 : 0) };
    }
    case "session.rescouted": {
      const { batch: after, task } = event.data;
      const asked = { step: "scout" as const, ask: "renew" as const, comment: null, refusals: [] };
      return { ...session, rescout: { after, state: "open", work: { taskId: task.id, ...asked } } };
    }
    case "session.proposed":
      return proposed(session, event);
    case "session.remarked":
      return { ...session, work: null };
    case "session.question_answered": {
      const answers = { ...session.answers };
      for (const [id, answer] of Object.entries(event.data.answers)) {
        if (answer === null) delete answers[id];
        else answers[id] = { ...answer, at: event.at };
      }
      return { ...session, answers };
    }
    case "session.level_set": {
      const { level, how } = event.data;
      return { ...session, complexity: { level, how } };
    }
    case "session.batches_set": {
      const batches = event.data.batches.map(
        (batch, i): Batch => (i === 0 ? begun(aBatch(batch), event.at) : aBatch(batch)),
      );
      return {
        ...session,
        batches,
        batch: batches.length > 0 ? 0 : null,
        mayEditBatches: false,
      };
    }
    case "session.batches_adjusted": {
      const rest = event.data.rest.map(aBatch);
      const kept = (session.batches ?? []).slice(0, (session.batch ?? 0) + 1);
      return { ...session, batches: [...kept, ...rest] };
    }
    case "session.plan_approved": {
      const { fingerprint, by, tasks, estimate = null } = event.data;
      return {
        ...session,
        // What was talked about on the way is over with it.
        leftSteps: [],
        execution: {
          fingerprint,
          approvedBy: by,
          at: event.at,
          tasks: Object.fromEntries(tasks.map(({ planId, task }) => [planId, task.id])),
          open: tasks.map(({ task }) => task.id),
          outcomes: outcomesOf(tasks, 0),
          estimate,
          rounds: 0,
          rejected: [],
          rejections: [],
          overridden: null,
        },
      };
    }
    case "session.reworked": {
      const { tasks, takesBack } = event.data;
      const { execution: before } = session;
      const rejected = rejectedFor(session);
      const given = takesBack && before?.outcomes[takesBack];
      const execution = before && {
        ...before,
        tasks: {
          ...before.tasks,
          ...Object.fromEntries(tasks.map(({ planId, task }) => [planId, task.id])),
        },
        open: [...before.open, ...tasks.map(({ task }) => task.id)],
        outcomes: {
          ...mapped(before.outcomes, (one) => withoutMended(one, rejected)),
          ...(given ? { [takesBack]: { ...given, state: "rolled_back" as const } } : {}),
          ...outcomesOf(
            tasks,
            before.rounds,
            rejected.filter((mark) => !before.rejected.includes(mark)).length,
          ),
        },
        rejected,
      };
      return { ...session, execution, proposals: without(session.proposals, "review") };
    }
    case "session.review_overridden": {
      const execution = session.execution && {
        ...session.execution,
        overridden: { reason: event.data.reason, by: nameOf(event), at: event.at },
      };
      return atCheckpoint({ ...session, execution }, event.at);
    }
    case "session.gate_overridden":
      return session;
    case "session.batch_ended": {
      const { batch, next } = event.data;
      const result = session.proposals.review?.value.summary ?? null;
      const tally = session.execution && tallyOf(session.execution);
      const carried = carriedIn(session);
      const batches = (session.batches ?? []).map((one, i): Batch => {
        if (i === batch) return { ...one, state: "completed", result, tally, carried };
        return i === next ? begun(one, event.at) : one;
      });
      const { plan: _plan, review: _review, ...proposals } = session.proposals;
      return { ...session, batches, batch: next, execution: null, proposals };
    }
    case "session.splits_set":
      return splitsDecided(session, event.data.splits);
    case "session.approach_chosen": {
      const { approachId } = event.data;
      return { ...session, approachId, approachBy: approachId === null ? null : "person" };
    }
    case "session.section_approved": {
      const { sectionId, version } = event.data;
      const by =
        event.actor.kind === "server"
          ? { id: "", name: nameOf(event) }
          : { id: event.actor.id, name: event.actor.name };
      const sections = { ...session.sections, [sectionId]: { version, by, at: event.at } };
      return { ...session, sections };
    }
    case "session.section_shown":
      return { ...session, sectionId: event.data.sectionId };
    case "session.section_reopened": {
      const { sectionId, approval } = event.data;
      const { [sectionId]: _, ...others } = session.sections;
      const sections = approval ? { ...others, [sectionId]: approval } : others;
      return { ...session, sections, sectionId };
    }
    case "session.scope_reopened":
      return scopeReopened(session, event.data);
    case "session.step_entered":
      return entered(session, event);
    case "session.paused":
      return {
        ...session,
        state: "paused",
        pausedAt: event.at,
        pausedFor: event.data.limits ? "budget" : null,
      };
    case "session.resumed":
      return { ...session, state: "running", pausedAt: null, pausedFor: null, isParked: false };
    case "session.parked":
      return { ...session, isParked: event.data.isParked };
    default:
      return unreachable(event);
  }
}

/** The reason goes back to the agent, with what it was asked for. */
function refused(
  session: Session,
  { data }: Extract<SessionEvent, { type: "session.reply_refused" }>,
): Session {
  const { taskId, code, message } = data;
  const again = (work: SessionWork): SessionWork => ({
    ...work,
    refusals: [...work.refusals, { code, message }],
  });
  const { work, rescout } = session;
  if (rescout && isRescout(session, taskId))
    return { ...session, rescout: { ...rescout, work: again(rescout.work) } };
  return { ...session, work: work && again(work) };
}

function end(next: RoomView, event: Extract<SessionEvent, { type: "session.ended" }>): void {
  const { sessionId, end: how, reason } = event.data;
  const { live, ended } = next.sessions;
  const session = atLeast(live, sessionId, next);
  const { id, title } = session;
  const progress = progressOf(session);
  const last = { id, title, end: how, at: event.at, by: nameOf(event), reason, progress };
  next.sessions = {
    ...next.sessions,
    live: live.filter((session) => session.id !== sessionId),
    ended: [last, ...ended].slice(0, SESSIONS_ENDED_KEPT),
  };
}

function atLeast(live: readonly Session[], id: SessionId, { roomId }: RoomView): Session {
  const session = live.find((other) => other.id === id);
  if (!session) throw new Error(`session ${id} is not live in room ${roomId}`);
  return session;
}

function setSession(next: RoomView, id: SessionId, update: (session: Session) => Session): void {
  const { live } = next.sessions;
  const session = atLeast(live, id, next);
  next.sessions = { ...next.sessions, live: live.with(live.indexOf(session), update(session)) };
}

/** What became of the tasks that sessions wait for. */
export function followSessionWork(before: RoomView, next: RoomView, event: RoomEvent): void {
  const { live } = next.sessions;
  const isLive = (id: TaskId) => next.tasks.some((task) => task.id === id);
  for (const session of live) {
    const rescout = rescoutAfter(session, event, isLive);
    if (rescout) setSession(next, session.id, (one) => ({ ...one, rescout }));
  }
  if (event.type === "task.retried") {
    const { taskId } = event.data;
    const session = live.find((one) => one.work?.taskId === taskId);
    if (session?.work) {
      const work = { ...session.work, refusals: [] };
      setSession(next, session.id, (one) => ({ ...one, work }));
    }
    return;
  }
  if (before.tasks.length === next.tasks.length && !ENDS.has(event.type)) return;
  const tasks = new Set(next.tasks.map((task) => task.id));
  for (const { id, work, execution } of live) {
    if (work && !tasks.has(work.taskId)) setSession(next, id, (one) => ({ ...one, work: null }));
    if (!execution) continue;
    const followed = followReviews(execution, before, event);
    const isOver = followed.open.some((taskId) => !tasks.has(taskId));
    if (followed === execution && !isOver) continue;
    const open = isOver ? followed.open.filter((taskId) => tasks.has(taskId)) : followed.open;
    const over = isOver ? followed.open.filter((taskId) => !tasks.has(taskId)) : [];
    const rejections = rejectionsLeft(before, over) ?? followed.rejections;
    setSession(next, id, (one) => ({ ...one, execution: { ...followed, open, rejections } }));
  }
}

/** What the rework among these tasks leaves to the one that may follow; `undefined`: none of them is rework. */
function rejectionsLeft({ tasks }: RoomView, over: readonly TaskId[]): Rejection[] | undefined {
  return tasks.find(({ id, intent }) => intent === "findings" && over.includes(id))?.rejections;
}

const ENDS = new Set<RoomEvent["type"]>([
  "task.completed",
  "task.cancelled",
  "task.submitted",
  "task.reviewed",
  "task.passed",
  "handoff.delivered",
]);
