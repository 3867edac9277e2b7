import { revised } from "../../pipeline/revise.ts";
import type { SessionEventData } from "../record/events.ts";
import { outcomesOf } from "../record/outcomes.ts";
import { type Dispatch, RULINGS_KEPT, type Session } from "../record/session.ts";

const NOTHING_HELD: Dispatch = { held: [], rulings: [], wakes: 0 };

/** A pipeline is carried out as a plan is that nobody had to approve. */
export function begunPipeline(
  { createdBy, pipeline }: Session,
  at: number,
): Pick<Session, "execution" | "passed"> {
  return {
    passed: {},
    execution: {
      fingerprint: pipeline?.name ?? "",
      approvedBy: { id: createdBy.id, name: createdBy.name },
      at,
      tasks: {},
      open: [],
      outcomes: {},
      estimate: null,
      rounds: 0,
      rejected: [],
      rejections: [],
      overridden: null,
    },
  };
}

/** Steps became tasks. */
export function advanced(
  session: Session,
  tasks: SessionEventData["session.advanced"]["tasks"],
): Session {
  const { execution } = session;
  if (!execution) return session;
  const ids = tasks.map(({ planId, task }) => [planId, task.id] as const);
  return {
    ...session,
    execution: {
      ...execution,
      tasks: { ...execution.tasks, ...Object.fromEntries(ids) },
      open: [...execution.open, ...ids.map(([, id]) => id)],
      outcomes: { ...execution.outcomes, ...outcomesOf(tasks, execution.rounds) },
    },
  };
}

/** Something is done again before a checkpoint is passed. */
export function revisedPipeline(
  session: Session,
  { checkpoint, steps, instead }: SessionEventData["session.revised"],
): Session {
  const { pipeline, execution, passed } = session;
  if (!pipeline) return session;
  const isMade = (id: string) => Boolean(execution?.tasks[id] ?? passed?.[id]);
  const all = revised(pipeline.steps, checkpoint, { steps, instead }, isMade);
  return { ...session, pipeline: { ...pipeline, steps: all } };
}

/** Several that could start wait for the coordinator. */
export function ruled(
  session: Session,
  { ended, advances }: SessionEventData["session.ruled"],
  at: number,
): Session {
  const { held, rulings, wakes } = session.dispatch ?? NOTHING_HELD;
  const go = new Set(advances.flatMap((one) => (one.rule === "dispatched" ? one.taskIds : [])));
  const asked = advances.flatMap((one) => (one.rule === "coordinator" ? one.taskIds : []));
  const isWoken = asked.length > 0 || advances.some(({ rule }) => rule === "complete");
  const others = held.filter(({ taskId }) => !go.has(taskId) && !asked.includes(taskId));
  return {
    ...session,
    dispatch: {
      held: [...others, ...asked.map((taskId) => ({ taskId, askedAt: at, behind: null }))],
      rulings: [{ at, ended, advances }, ...rulings].slice(0, RULINGS_KEPT),
      wakes: wakes + (isWoken ? 1 : 0),
    },
  };
}

/** Held tasks go, or know what they go behind; what the coordinator did not name it left. */
export function dispatched(
  session: Session,
  { tasks, why }: SessionEventData["session.dispatched"],
  by: string,
  at: number,
): Session {
  const { held, rulings, wakes } = session.dispatch ?? NOTHING_HELD;
  const named = new Map(tasks.map(({ taskId, behind }) => [taskId, behind]));
  const [behind = null] = tasks.flatMap((one) => one.behind ?? []);
  const taskIds = tasks.map(({ taskId }) => taskId);
  return {
    ...session,
    dispatch: {
      held: held.flatMap((one) => {
        const then = named.get(one.taskId);
        if (then === undefined) return why === "told" ? { ...one, askedAt: null } : one;
        return then === null ? [] : { taskId: one.taskId, askedAt: null, behind: then };
      }),
      rulings: [{ at, by, why, taskIds, behind }, ...rulings].slice(0, RULINGS_KEPT),
      wakes,
    },
  };
}

/** What has ended, or was taken away, waits for nobody. */
export function withoutEnded(session: Session): Session {
  const { dispatch, execution } = session;
  if (!dispatch || dispatch.held.length === 0) return session;
  const open = new Set(execution?.open);
  const held = dispatch.held.filter(({ taskId }) => open.has(taskId));
  return held.length === dispatch.held.length
    ? session
    : { ...session, dispatch: { ...dispatch, held } };
}
