import { findSession } from "../flow/sessions.ts";
import type { SessionStep } from "../flow/steps.ts";
import type { RoleName, SessionId, TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { lockOf } from "../lock/places.ts";
import { revisedIn } from "../pipeline/pipeline.ts";
import { flowOf } from "../session/flow/flows.ts";
import { type Decided, isForOneAttempt, isPlainConsent } from "../session/record/decided.ts";
import type { Session } from "../session/record/session.ts";
import { blockedReasonsIn } from "../task/blocked.ts";
import { openBlockers } from "../task/blockers.ts";
import type { Task } from "../task/task.ts";
import type { WisdomEntry } from "../wisdom/wisdom.ts";

/** The result of a session's task, as the tables have it: the room keeps no results. */
export interface Reported {
  taskId: TaskId;
  role: RoleName;
  title: string;
  /** Who had it last. */
  by: string | null;
  /** When it ended; if it is in review, when it was made. */
  at: number;
  /** When its agent reported it. */
  saidAt: number;
  state: "completed" | "cancelled" | "in_review";
  keyDecisions: string[];
  /** In its agent's words, cut if long. */
  summary: string;
  /** Paths that it says it changed. */
  files: string[];
}

/** A decision that binds the session: a person's answer, or what an agent decided with its task. */
export interface SharedDecision {
  text: string;
  by: string;
  /** `null`: a person's. */
  role: string | null;
  taskId: TaskId | null;
  /** The step at which a person said it. */
  step: SessionStep | null;
  at: number;
  files: string[];
}

export interface SharedTask {
  taskId: TaskId;
  role: string;
  title: string;
  state: Task["state"] | "completed" | "cancelled";
  /** Who has it, or ended it. */
  by: string | null;
  /** When it ended; if it is live, when it was claimed or made. */
  at: number;
  percent: number | null;
  /** Why it cannot continue, one sentence per reason. */
  blocked: string[];
}

export interface SharedBlocker {
  taskId: TaskId;
  blockerId: number;
  description: string;
  /** The role or agent that can close it. */
  requiresAgent: string | null;
  since: number;
}

export interface SharedLock {
  lockId: number;
  patterns: string[];
  state: "held" | "waiting";
  by: string;
  taskId: TaskId | null;
  since: number;
  /** Who has what it waits for. */
  waitsFor: string[];
}

/**
 * What everybody who works in a session knows: one document, derived from the room each time it is read.
 *
 * @source domain.md § 7
 */
export interface SharedContext {
  /** The newest first. */
  decisions: SharedDecision[];
  completed: SharedTask[];
  pending: SharedTask[];
  blockers: SharedBlocker[];
  locks: SharedLock[];
  /** In force and written down in this session, the newest first. */
  wisdom: WisdomEntry[];
  /** What changed last. */
  changed: { at: number; by: string | null } | null;
}

export function sharedContext(
  view: RoomView,
  sessionId: SessionId,
  reported: readonly Reported[],
  decided: readonly Decided[],
): SharedContext {
  const own = view.tasks.filter((task) => task.sessionId === sessionId);
  const ids = new Set<TaskId>(own.map(({ id }) => id));
  const reasonsOf = blockedReasonsIn(view);
  const session = findSession(view.sessions, sessionId);
  const redone = session ? redoneIn(session) : null;
  const context = {
    decisions: decisionsOf(
      reported.filter(({ taskId }) => !redone?.has(taskId)),
      decided,
    ),
    completed: reported.filter(({ state }) => state !== "in_review").map(endedTask),
    pending: own.map((task) => pendingTask(view, task, reasonsOf(task))),
    blockers: own.flatMap(blockersOf),
    locks: locksOf(view, ids),
    wisdom: view.wisdom.live.filter((entry) => entry.sessionId === sessionId).toReversed(),
  };
  return { ...context, changed: lastChange(context) };
}

/** Tasks whose steps were done again: what they decided no longer holds. */
export function redoneIn(session: Session): ReadonlySet<TaskId | undefined> {
  const tasks = session.execution?.tasks;
  return new Set([...revisedIn(flowOf(session).steps(session)).keys()].map((step) => tasks?.[step]));
}

/** By people and agents, the newest first. */
export function decisionsOf(reported: readonly Reported[], decided: readonly Decided[]): SharedDecision[] {
  const agents = reported.flatMap(({ keyDecisions, by, role, taskId, saidAt: at, files }) =>
    keyDecisions.map((text) => ({ text, by: by ?? role, role, taskId, step: null, at, files })),
  );
  const lasting = decided.filter((one) => !isForOneAttempt(one) && !isPlainConsent(one));
  const people = lasting.toReversed().map(({ chosen, note, by, at, step }) => ({
    text: note === "" ? chosen : `${chosen}: ${note}`,
    by,
    role: null,
    taskId: null,
    step,
    at,
    files: [],
  }));
  return [...agents, ...people].sort((a, b) => b.at - a.at);
}

function endedTask({ taskId, role, title, state, by, at }: Reported): SharedTask {
  return { taskId, role, title, state, by, at, percent: null, blocked: [] };
}

export function pendingTask(
  { agents }: Pick<RoomView, "agents">,
  { id, role, title, state, lease, createdAt, progress }: Task,
  reasons: readonly { text: string }[],
): SharedTask {
  // What an earlier attempt began is there, whether or not it reported how far it came.
  const left = state === "pending" && progress ? 0 : null;
  return {
    taskId: id,
    role,
    title,
    state,
    percent: progress?.percent ?? left,
    by: lease ? (agents[lease.agentId]?.name ?? null) : null,
    at: lease?.claimedAt ?? createdAt,
    blocked: reasons.map(({ text }) => text),
  };
}

export function blockersOf(task: Task): SharedBlocker[] {
  return openBlockers(task).map(({ id, description, requiresAgent, since }) => ({
    taskId: task.id,
    blockerId: id,
    description,
    requiresAgent,
    since,
  }));
}

/** Held and waited for by tasks of the session. */
export function locksOf({ locks }: RoomView, tasks: ReadonlySet<TaskId>): SharedLock[] {
  const { live } = locks;
  return live
    .filter(({ taskId }) => taskId !== null && tasks.has(taskId))
    .map(({ id, patterns, holder, taskId, fence, since, waitsFor }) => ({
      lockId: id,
      patterns: [...patterns],
      by: holder.name,
      taskId,
      since,
      state: fence === null ? ("waiting" as const) : ("held" as const),
      waitsFor: [...new Set(waitsFor.flatMap((one) => lockOf(live, one)?.holder.name ?? []))],
    }));
}

function lastChange(context: Omit<SharedContext, "changed">): SharedContext["changed"] {
  const { decisions, completed, pending, blockers, locks, wisdom } = context;
  const holders = new Map(pending.map(({ taskId, by }) => [taskId, by]));
  const all = [
    ...decisions,
    ...completed,
    ...pending,
    ...blockers.map(({ since, taskId }) => ({ at: since, by: holders.get(taskId) ?? null })),
    ...locks.map(({ since, by }) => ({ at: since, by })),
    ...wisdom.map(({ at, by }) => ({ at, by: by.name })),
  ];
  const [first, ...rest] = all;
  if (!first) return null;
  const { at, by } = rest.reduce((last, one) => (one.at > last.at ? one : last), first);
  return { at, by };
}
