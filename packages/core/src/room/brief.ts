import type { RoomView } from "../log/view.ts";
import type { GateRecord } from "../session/gate.ts";
import type { Session } from "../session/session.ts";
import type { Task } from "../task/task.ts";
import { NO_USAGE } from "../usage/usage.ts";
import type { RoomSnapshot } from "./contract.ts";

/** What a task is without when it has just been made. */
const EMPTY_TASK = {
  agentId: null,
  requires: [],
  waitsFor: [],
  attempts: 0,
  frontAt: null,
  intent: null,
  fromTaskId: null,
  boundaries: { allowed: [], forbidden: [] },
  outputs: [],
  successCriteria: [],
  parkedAt: null,
  progress: null,
  lease: null,
  toldToWait: false,
  reassignedFrom: null,
  lastHolder: null,
  lastEnd: null,
  usage: null,
  sessionId: null,
  said: null,
  review: null,
  rejections: [],
  reviewOf: null,
} satisfies Partial<Task>;

/** What a session is without while it waits in the queue. */
const EMPTY_SESSION = {
  splitOf: null,
  itemId: null,
  angle: null,
  startedAt: null,
  isParked: false,
  pausedAt: null,
  pausedFor: null,
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
  rescout: null,
  execution: null,
  usage: NO_USAGE,
  budget: null,
  comments: 0,
} satisfies Partial<Session>;

const EMPTY_GATES = {
  settled: {},
  checks: [],
  past: [],
  overrides: [],
} satisfies Partial<GateRecord>;

/** Maybe without the members that `E` has. */
type Brief<T, E> = Omit<T, keyof E> & Partial<Pick<T, keyof E & keyof T>>;
type BriefTask = Brief<Task, typeof EMPTY_TASK>;
type BriefSession = Brief<Omit<Session, "gates">, typeof EMPTY_SESSION> & {
  gates: Brief<GateRecord, typeof EMPTY_GATES>;
};

/** A room as it goes over the wire: what most tasks and sessions are without is not said of each. */
export interface BriefView extends Omit<RoomView, "tasks" | "sessions"> {
  tasks: readonly BriefTask[];
  sessions: Omit<RoomView["sessions"], "live"> & { live: readonly BriefSession[] };
}

export interface BriefSnapshot extends Omit<RoomSnapshot, "view"> {
  view: BriefView;
}

/** Tasks and sessions without the members in which there is nothing: no time, no list, no count, no person. */
export function briefView(view: RoomView): BriefView {
  const { tasks, sessions } = view;
  return {
    ...view,
    tasks: tasks.map((task) => withoutEmpty(task, EMPTY_TASK)),
    sessions: {
      ...sessions,
      live: sessions.live.map((session) => ({
        ...withoutEmpty(session, EMPTY_SESSION),
        gates: withoutEmpty(session.gates, EMPTY_GATES),
      })),
    },
  };
}

/** The view as it was; one that says all of its members stays as it is. */
export function wholeView(brief: BriefView): RoomView {
  const { tasks, sessions } = brief;
  return {
    ...brief,
    tasks: tasks.map(wholeTask),
    sessions: {
      ...sessions,
      live: sessions.live.map(wholeSession),
    },
  };
}

/** Member by member, so that all tasks have one shape to the engine: it walks along all of them again and again. */
function wholeTask(task: BriefTask): Task {
  return {
    id: task.id,
    role: task.role,
    agentId: task.agentId ?? EMPTY_TASK.agentId,
    state: task.state,
    title: task.title,
    instruction: task.instruction,
    priority: task.priority,
    timeoutS: task.timeoutS,
    requires: task.requires ?? EMPTY_TASK.requires,
    waitsFor: task.waitsFor ?? EMPTY_TASK.waitsFor,
    attempts: task.attempts ?? EMPTY_TASK.attempts,
    createdAt: task.createdAt,
    frontAt: task.frontAt ?? EMPTY_TASK.frontAt,
    createdBy: task.createdBy,
    origin: task.origin,
    intent: task.intent ?? EMPTY_TASK.intent,
    fromTaskId: task.fromTaskId ?? EMPTY_TASK.fromTaskId,
    boundaries: task.boundaries ?? EMPTY_TASK.boundaries,
    outputs: task.outputs ?? EMPTY_TASK.outputs,
    successCriteria: task.successCriteria ?? EMPTY_TASK.successCriteria,
    parkedAt: task.parkedAt ?? EMPTY_TASK.parkedAt,
    progress: task.progress ?? EMPTY_TASK.progress,
    lease: task.lease ?? EMPTY_TASK.lease,
    toldToWait: task.toldToWait ?? EMPTY_TASK.toldToWait,
    reassignedFrom: task.reassignedFrom ?? EMPTY_TASK.reassignedFrom,
    lastHolder: task.lastHolder ?? EMPTY_TASK.lastHolder,
    lastEnd: task.lastEnd ?? EMPTY_TASK.lastEnd,
    usage: task.usage ?? EMPTY_TASK.usage,
    sessionId: task.sessionId ?? EMPTY_TASK.sessionId,
    said: task.said ?? EMPTY_TASK.said,
    review: task.review ?? EMPTY_TASK.review,
    rejections: task.rejections ?? EMPTY_TASK.rejections,
    reviewOf: task.reviewOf ?? EMPTY_TASK.reviewOf,
  };
}

function wholeSession(session: BriefSession): Session {
  const { gates, gatePreset, boundaries } = session;
  return {
    id: session.id,
    title: session.title,
    description: session.description,
    createdBy: session.createdBy,
    splitOf: session.splitOf ?? EMPTY_SESSION.splitOf,
    itemId: session.itemId ?? EMPTY_SESSION.itemId,
    position: session.position,
    angle: session.angle ?? EMPTY_SESSION.angle,
    state: session.state,
    createdAt: session.createdAt,
    startedAt: session.startedAt ?? EMPTY_SESSION.startedAt,
    stepAt: session.stepAt,
    step: session.step,
    isParked: session.isParked ?? EMPTY_SESSION.isParked,
    pausedAt: session.pausedAt ?? EMPTY_SESSION.pausedAt,
    pausedFor: session.pausedFor ?? EMPTY_SESSION.pausedFor,
    complexity: session.complexity ?? EMPTY_SESSION.complexity,
    proposals: session.proposals ?? EMPTY_SESSION.proposals,
    answers: session.answers ?? EMPTY_SESSION.answers,
    approachId: session.approachId ?? EMPTY_SESSION.approachId,
    sections: session.sections ?? EMPTY_SESSION.sections,
    sectionId: session.sectionId ?? EMPTY_SESSION.sectionId,
    leftSteps: session.leftSteps ?? EMPTY_SESSION.leftSteps,
    batches: session.batches ?? EMPTY_SESSION.batches,
    splits: session.splits ?? EMPTY_SESSION.splits,
    batch: session.batch ?? EMPTY_SESSION.batch,
    work: session.work ?? EMPTY_SESSION.work,
    rescout: session.rescout ?? EMPTY_SESSION.rescout,
    execution: session.execution ?? EMPTY_SESSION.execution,
    usage: session.usage ?? EMPTY_SESSION.usage,
    budget: session.budget ?? EMPTY_SESSION.budget,
    comments: session.comments ?? EMPTY_SESSION.comments,
    gates: {
      preset: gates.preset,
      settled: gates.settled ?? EMPTY_GATES.settled,
      checks: gates.checks ?? EMPTY_GATES.checks,
      past: gates.past ?? EMPTY_GATES.past,
      overrides: gates.overrides ?? EMPTY_GATES.overrides,
    },
    ...(gatePreset && { gatePreset }),
    ...(boundaries && { boundaries }),
  };
}

export function wholeSnapshot(brief: BriefSnapshot): RoomSnapshot {
  return { ...brief, view: wholeView(brief.view) };
}

/** A member that is `undefined` is none in JSON; to take it away would make the object slow to write. */
function withoutEmpty<T extends object, E extends Partial<T>>(whole: T, empty: E): Brief<T, E> {
  const left = { ...whole };
  for (const name of Object.keys(empty) as (keyof T & keyof E)[])
    if (isSame(whole[name], empty[name])) (left as Partial<T>)[name] = undefined;
  return left as Brief<T, E>;
}

/** Whether both are the same data; the second one is small, so that this is little work whatever the first is. */
function isSame(value: unknown, empty: unknown): boolean {
  if (value === empty) return true;
  if (typeof value !== "object" || typeof empty !== "object" || !value || !empty) return false;
  const members = Object.entries(empty);
  return (
    Array.isArray(value) === Array.isArray(empty) &&
    Object.keys(value).length === members.length &&
    members.every(
      ([name, member]) =>
        Object.hasOwn(value, name) && isSame(value[name as keyof typeof value], member),
    )
  );
}
