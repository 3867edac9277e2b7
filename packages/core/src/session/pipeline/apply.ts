import { revised } from "../../pipeline/revise.ts";
import type { SessionEventData } from "../record/events.ts";
import { outcomesOf } from "../record/outcomes.ts";
import type { Session } from "../record/session.ts";

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
