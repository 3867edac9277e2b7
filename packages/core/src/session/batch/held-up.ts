import type { AgentId, RoleName, SessionId, TaskId } from "../../kernel/ids.ts";
import { heldMs } from "../../kernel/lease.ts";
import type { RoomView } from "../../kernel/view.ts";
import type { Task } from "../../task/task.ts";
import { presenterOf } from "../record/roles.ts";
import { queuedSessions, type Session } from "../record/session.ts";
import { plannedRoles, tasksToCome } from "./costs.ts";

/** What is held up until a person says how a session continues after a batch. */
export interface HeldUp {
  /** The batch that comes next. */
  next: {
    /** From 0. */
    at: number;
    title: string;
    /** As the chosen approach has it; `null`: nobody said, and its plan is still to be made. */
    tasks: number | null;
  };
  /** Who would plan it and work on it. */
  agents: HeldAgent[];
  /** The session that starts when this one has ended, and how many wait after it. */
  queued: { id: SessionId; title: string; behind: number } | null;
}

/** `waiting`: the task that it holds waits for a person's answer. */
export interface HeldAgent {
  agentId: AgentId;
  name: string;
  state: "free" | "working" | "waiting" | "away";
  taskId: TaskId | null;
  /** Time until its task is done, ms, from the progress that it reported; `null`: nobody can tell. */
  freeInMs: number | null;
}

/** Below this, what is left is guesswork. */
const PERCENT_MIN = 10;
const OF_STATE = { free: 0, working: 1, waiting: 2, away: 3 } as const;

/**
 * What a session holds up at its checkpoint; `null` while it is at none.
 *
 * @param now epoch milliseconds
 */
export function heldUp(view: RoomView, session: Session, now: number): HeldUp | null {
  const { batches, batch, step } = session;
  const at = (batch ?? 0) + 1;
  const next = batches?.[at];
  if (batch === null || !next || step !== "review") return null;
  const [first, ...others] = session.isParked ? [] : queuedSessions(view.sessions);
  return {
    next: { at, title: next.title, tasks: tasksToCome(session) },
    agents: heldAgents(view, session, now),
    queued: first ? { id: first.id, title: first.title, behind: others.length } : null,
  };
}

function heldAgents(view: RoomView, session: Session, now: number): HeldAgent[] {
  const { team } = view;
  if (!team) return [];
  const roles = new Set<RoleName>([presenterOf(team), ...plannedRoles(team, session)]);
  const agents = Object.values(view.agents).filter(
    // An agent that left comes back as another, or not at all.
    ({ role, offlineReason }) => roles.has(role) && offlineReason !== "left",
  );
  const held = agents.map(({ id, name, online }): HeldAgent => {
    const task = view.tasks.find(({ lease }) => lease?.agentId === id);
    const agent = { agentId: id, name, taskId: task?.id ?? null, freeInMs: null };
    if (!online) return { ...agent, state: "away" };
    if (!task) return { ...agent, state: "free" };
    const isAsking = Object.values(view.decisions).some(
      ({ kind, subject }) => kind === "intervention" && subject.kind === "task" && subject.taskId === task.id,
    );
    if (isAsking) return { ...agent, state: "waiting" };
    return { ...agent, state: "working", freeInMs: freeIn(task, now) };
  });
  return held.sort((a, b) => OF_STATE[a.state] - OF_STATE[b.state] || (a.name < b.name ? -1 : 1));
}

/** As long again as the reported percentage took, in proportion. */
function freeIn({ lease, progress }: Task, now: number): number | null {
  const percent = progress?.percent ?? 0;
  if (!lease || !progress || percent < PERCENT_MIN) return null;
  const worked = heldMs(lease, progress.at);
  const left = (worked * (100 - percent)) / percent - (now - progress.at);
  return left > 0 ? Math.round(left) : null;
}
