import type { EventData } from "../../kernel/event.ts";
import type { RoomView } from "../../kernel/view.ts";
import { taskRequires } from "../../pipeline/graph.ts";
import { type Revision, revised } from "../../pipeline/revise.ts";
import { setTask } from "../../task/set.ts";
import type { Task } from "../../task/task.ts";
import { outcomesOf } from "../record/outcomes.ts";
import { type PipelineSession, RULINGS_KEPT } from "../record/session.ts";

/** A pipeline is carried out like a plan that nobody had to approve. */
export function begunPipeline(session: PipelineSession, at: number): PipelineSession {
  const { createdBy, pipeline } = session;
  return {
    ...session,
    execution: {
      fingerprint: pipeline.name,
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
export function advanced(session: PipelineSession, tasks: EventData["session.advanced"]["tasks"]): PipelineSession {
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

/** Something is redone. What is done, or held by an agent, stays as it was. @param tasks of the room */
export function revisedPipeline(
  session: PipelineSession,
  { checkpoint, steps, instead }: Pick<EventData["session.revised"], "checkpoint" | keyof Revision>,
  tasks: readonly Task[],
): PipelineSession {
  const { pipeline, execution, passed } = session;
  const waiting = new Set(tasks.filter(isWaiting).map(({ id }) => id));
  const isMade = (id: string) => {
    const taskId = execution?.tasks[id];
    return taskId === undefined ? passed[id] !== undefined : !waiting.has(taskId);
  };
  const all = revised(pipeline.steps, checkpoint, { steps, instead }, isMade);
  return { ...session, pipeline: { ...pipeline, steps: all } };
}

/** Several that could start wait for the coordinator. */
export function ruled(
  session: PipelineSession,
  { ended, advances }: EventData["session.ruled"],
  at: number,
): PipelineSession {
  const { held, rulings, wakes } = session.dispatch;
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

/** Held tasks start, or know what they come after; the coordinator left what it did not name. */
export function dispatched(
  session: PipelineSession,
  { tasks, why }: EventData["session.dispatched"],
  by: string,
  at: number,
): PipelineSession {
  const { held, rulings, wakes } = session.dispatch;
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
export function withoutEnded(session: PipelineSession): PipelineSession {
  const { dispatch, execution } = session;
  if (dispatch.held.length === 0) return session;
  const open = new Set(execution?.open);
  const held = dispatch.held.filter(({ taskId }) => open.has(taskId));
  return held.length === dispatch.held.length ? session : { ...session, dispatch: { ...dispatch, held } };
}

function isWaiting({ state, waitsFor }: Task): boolean {
  return state === "pending" && waitsFor.length > 0;
}

/** Tasks that wait anyway also wait for revisions, once those are tasks. */
export function relink(
  next: RoomView,
  { pipeline, execution }: PipelineSession,
  made: EventData["session.advanced"]["tasks"],
): void {
  const { steps } = pipeline;
  const isNew = new Map(made.map(({ planId, task }) => [planId, task.id]));
  for (const step of steps) {
    const id = isNew.has(step.id) ? undefined : execution?.tasks[step.id];
    const task = id === undefined ? undefined : next.tasks.find((one) => one.id === id);
    if (!task || !isWaiting(task)) continue;
    const more = taskRequires(steps, step).flatMap((one) => isNew.get(one) ?? []);
    const added = more.filter((one) => !task.requires.includes(one));
    if (added.length === 0) continue;
    setTask(next, task.id, (one) => ({
      ...one,
      requires: [...one.requires, ...added],
      waitsFor: [...one.waitsFor, ...added],
    }));
  }
}
