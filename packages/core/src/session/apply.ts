import { unreachable } from "../kernel/unreachable.ts";
import type { RoomEvent } from "../log/event.ts";
import type { RoomView } from "../log/view.ts";
import { addTask, nameOf, setTask } from "../task/apply.ts";
import type { NewTask } from "../task/task.ts";
import { followReviews } from "./follow-reviews.ts";
import { newGateRecord } from "./gate.ts";
import { recordGates } from "./gate-apply.ts";
import { openOutcome } from "./outcome.ts";
import { progressOf } from "./progress.ts";
import {
  type Batch,
  type Execution,
  isReviewed,
  type NewSession,
  type Proposals,
  SESSIONS_ENDED_KEPT,
  type Session,
  type SessionId,
} from "./session.ts";
import { isBehind, PROPOSAL_STEPS, type ProposalStep, type SessionStep } from "./steps.ts";

export type SessionEvent = Extract<RoomEvent, { type: `session.${string}` }>;

/** A session as it is when it has just been made. */
export function createdSession(created: NewSession, at: number): Session {
  return {
    ...created,
    state: "queued",
    createdAt: at,
    startedAt: null,
    stepAt: at,
    step: "scout",
    isParked: false,
    pausedAt: null,
    complexity: null,
    proposals: {},
    answers: {},
    approachId: null,
    sections: {},
    sectionId: null,
    leftSteps: [],
    batches: null,
    splits: null,
    batch: null,
    work: null,
    execution: null,
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
      return end(next, event);
    case "session.plan_approved":
    case "session.reworked":
      for (const { task } of event.data.tasks) addTask(next, task);
      return setSession(next, event.data.sessionId, (session) => changed(session, event));
    case "session.reply_refused":
      return refuse(next, event);
    case "session.asked":
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
  const told = { code, message };
  const task = next.tasks.find(({ id }) => id === taskId);
  if (task?.reviewOf) {
    const reviewOf = { ...task.reviewOf, refusals: [...task.reviewOf.refusals, told] };
    return setTask(next, taskId, (one) => ({ ...one, reviewOf }));
  }
  return setSession(next, sessionId, (session) => {
    const work = session.work && {
      ...session.work,
      refusals: [...session.work.refusals, told],
    };
    return { ...session, work };
  });
}

type Changing = Exclude<
  SessionEvent,
  { type: "session.created" | "session.ended" | "session.reply_refused" }
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
      return { ...session, state: "running", startedAt: event.at, stepAt: event.at };
    case "session.asked": {
      const { step, ask, comment, task } = event.data;
      const work = { taskId: task.id, step, ask, comment, refusals: [] };
      return { ...session, work, comments: session.comments + (comment ? 1 : 0) };
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
        (batch, i): Batch => ({ ...batch, state: i === 0 ? "active" : "pending", result: null }),
      );
      return { ...session, batches, batch: batches.length > 0 ? 0 : null };
    }
    case "session.batches_adjusted": {
      const rest = event.data.rest.map(
        (batch): Batch => ({ ...batch, state: "pending", result: null }),
      );
      const kept = (session.batches ?? []).slice(0, (session.batch ?? 0) + 1);
      return { ...session, batches: [...kept, ...rest] };
    }
    case "session.plan_approved": {
      const { fingerprint, by, tasks } = event.data;
      return {
        ...session,
        execution: {
          fingerprint,
          approvedBy: by,
          at: event.at,
          tasks: Object.fromEntries(tasks.map(({ planId, task }) => [planId, task.id])),
          open: tasks.map(({ task }) => task.id),
          outcomes: outcomesOf(tasks),
          rounds: 0,
          overridden: null,
        },
      };
    }
    case "session.reworked": {
      const { tasks, takesBack } = event.data;
      const { execution: before } = session;
      const given = takesBack && before?.outcomes[takesBack];
      const execution = before && {
        ...before,
        tasks: {
          ...before.tasks,
          ...Object.fromEntries(tasks.map(({ planId, task }) => [planId, task.id])),
        },
        open: [...before.open, ...tasks.map(({ task }) => task.id)],
        outcomes: {
          ...before.outcomes,
          ...(given ? { [takesBack]: { ...given, state: "rolled_back" as const } } : {}),
          ...outcomesOf(tasks),
        },
      };
      return { ...session, execution, proposals: without(session.proposals, "review") };
    }
    case "session.review_overridden": {
      const execution = session.execution && {
        ...session.execution,
        overridden: { reason: event.data.reason, by: nameOf(event), at: event.at },
      };
      return atCheckpoint({ ...session, execution });
    }
    case "session.gate_overridden":
      return session;
    case "session.batch_ended": {
      const { batch, next } = event.data;
      const batches = (session.batches ?? []).map((one, i): Batch => {
        const result = session.proposals.review?.value.summary ?? null;
        if (i === batch) return { ...one, state: "completed", result };
        return i === next ? { ...one, state: "active" } : one;
      });
      const { plan: _plan, review: _review, ...proposals } = session.proposals;
      return { ...session, batches, batch: next, execution: null, proposals };
    }
    case "session.splits_set":
      return { ...session, splits: event.data.splits };
    case "session.approach_chosen":
      return { ...session, approachId: event.data.approachId };
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
    case "session.step_entered":
      return entered(session, event);
    case "session.paused":
      return { ...session, state: "paused", pausedAt: event.at };
    case "session.resumed":
      return { ...session, state: "running", pausedAt: null, isParked: false };
    case "session.parked":
      return { ...session, isParked: event.data.isParked };
    default:
      return unreachable(event);
  }
}

function outcomesOf(tasks: readonly { planId: string; task: NewTask }[]): Execution["outcomes"] {
  return Object.fromEntries(
    tasks.map(({ planId, task }) => [task.id, openOutcome(planId, task.title)]),
  );
}

/** What an agent presents takes the place of what it presented before. */
function proposed(
  session: Session,
  { at, data }: Extract<SessionEvent, { type: "session.proposed" }>,
): Session {
  const { step, proposal } = data;
  const proposals: Proposals = {
    ...session.proposals,
    [step]: { ...proposal, at, staleSince: null },
  };
  const after = { ...session, proposals, work: null };
  if (step === "review" && after.execution) {
    const rounds = after.execution.rounds + 1;
    return atCheckpoint({ ...after, execution: { ...after.execution, rounds } });
  }
  if (step === "design") return withSections(session, after);
  if (step === "triage") return { ...after, batches: null, splits: null };
  // Which approach was meant is not known once there are others.
  if (step === "approaches") return { ...after, approachId: null };
  return after;
}

/** The batch under way is done, and a person says how it goes on. */
function atCheckpoint(session: Session): Session {
  const { batches, batch } = session;
  if (batches === null || batch === null || !isReviewed(session)) return session;
  return {
    ...session,
    batches: batches.map((one, i) => (i === batch ? { ...one, state: "at_checkpoint" } : one)),
  };
}

/** An approval holds as long as the text is the one that was approved. */
function withSections(before: Session, after: Session): Session {
  const was = before.proposals.design?.value.sections ?? [];
  const now = after.proposals.design?.value.sections ?? [];
  const isSame = (id: string) => {
    const old = was.find((section) => section.id === id);
    const text = now.find((section) => section.id === id);
    return old !== undefined && old.title === text?.title && old.content === text.content;
  };
  const sections = Object.fromEntries(Object.entries(before.sections).filter(([id]) => isSame(id)));
  const stays = now.some((section) => section.id === before.sectionId);
  const open = now.find((section) => sections[section.id] === undefined);
  const sectionId = stays ? before.sectionId : (open?.id ?? now[0]?.id ?? null);
  return { ...after, sections, sectionId };
}

function without(proposals: Proposals, step: ProposalStep): Proposals {
  const { [step]: _, ...rest } = proposals;
  return rest;
}

function entered(
  session: Session,
  { at, data }: Extract<SessionEvent, { type: "session.step_entered" }>,
): Session {
  const { step, stale, why } = data;
  const proposals: Proposals = { ...session.proposals };
  for (const name of stale) staleOne(proposals, name, at);
  return {
    ...session,
    step,
    stepAt: at,
    proposals,
    work: null,
    // Its level is asked again; what was settled about its scope stands.
    complexity: step === "triage" ? null : session.complexity,
    sectionId: step === "design" ? firstOpen(session) : session.sectionId,
    leftSteps: why === "back" ? left(session.leftSteps, session.step, step) : session.leftSteps,
  };
}

function staleOne<S extends ProposalStep>(proposals: Proposals, step: S, at: number): void {
  const proposal = proposals[step];
  if (proposal) proposals[step] = { ...proposal, staleSince: proposal.staleSince ?? at };
}

function firstOpen({ proposals, sections }: Session): string | null {
  const all = proposals.design?.value.sections ?? [];
  const open = all.find((section) => sections[section.id] === undefined);
  return open?.id ?? all[0]?.id ?? null;
}

/** What was left behind by going back, in the order of the flow. */
function left(known: SessionStep[], from: SessionStep, to: SessionStep): SessionStep[] {
  const between = PROPOSAL_STEPS.filter(
    (step) => step !== "scout" && isBehind(step, to) && (step === from || isBehind(from, step)),
  );
  return PROPOSAL_STEPS.filter((step) => known.includes(step) || between.includes(step));
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
    const followed = followReviews(execution, event);
    const isOver = followed.open.some((taskId) => !tasks.has(taskId));
    if (followed === execution && !isOver) continue;
    const open = isOver ? followed.open.filter((taskId) => tasks.has(taskId)) : followed.open;
    setSession(next, id, (one) => ({ ...one, execution: { ...followed, open } }));
  }
}

const ENDS = new Set<RoomEvent["type"]>([
  "task.completed",
  "task.cancelled",
  "task.submitted",
  "task.reviewed",
  "task.passed",
  "handoff.delivered",
]);
