import { pipelinesIn } from "../../flow/sessions.ts";
import type { RoomView } from "../../kernel/view.ts";
import { inOrder, stepsById } from "../../pipeline/graph.ts";
import { type PipelineStep, prefixOf } from "../../pipeline/pipeline.ts";
import { ownerOf } from "../../team/prefixes.ts";
import type { Role } from "../../team/team.ts";
import type { PipelineSession } from "../record/session.ts";
import { tookByPrefix } from "./estimate.ts";
import { dueCheckpoints, isDone, stepName } from "./steps.ts";

/** A step of a pipeline that is no task yet. */
export interface PlannedStep {
  session: PipelineSession;
  step: PipelineStep;
  /** The last checkpoint before it that nobody has answered; `null`: the session or the room has to make space. */
  checkpoint: PipelineStep | null;
  /** Whether that one waits for a person now. */
  isAsked: boolean;
  /** Whose task it will be; `undefined`: the team has no role for it. */
  owner: Role | undefined;
  /** The steps that it needs, by their tasks' ids where there are some. */
  needs: string[];
  /** What such steps took here, ms; `null`: none has ended. */
  takesMs: number | null;
  /** How long after its checkpoint it can start, ms; `null`: some step before it has no estimate. */
  startsInMs: number | null;
}

/**
 * What is left of the room's pipelines behind their checkpoints. Each step of a live pipeline is either here or a task
 * of the room, live or ended.
 */
export function plannedSteps(view: Pick<RoomView, "sessions" | "team">): PlannedStep[] {
  const took = tookByPrefix(view.sessions.taken);
  return pipelinesIn(view.sessions).flatMap((session) => {
    const { steps } = session.pipeline;
    const made = session.execution?.tasks ?? {};
    const due = new Set(session.execution ? dueCheckpoints(session) : []);
    const byId = stepsById(steps);
    const gates = new Map<string, PipelineStep | null>();
    const ends = new Map<string, number | null>();
    return inOrder(steps).flatMap((step): PlannedStep[] => {
      const before = step.requires.flatMap((id) => byId.get(id) ?? []);
      const isPlanned = !step.isCheckpoint && made[step.id] === undefined;
      const checkpoint = before.reduce<PipelineStep | null>((last, { id }) => gates.get(id) ?? last, null);
      gates.set(step.id, step.isCheckpoint && !isDone(session, step) ? step : checkpoint);
      const takesMs = took.get(prefixOf(step)) ?? null;
      const startsInMs = before.reduce<number | null>((latest, { id }) => laterOf(latest, ends.get(id) ?? null), 0);
      // What comes before the checkpoint is over when that is answered.
      ends.set(step.id, isPlanned ? sumOf(startsInMs, takesMs) : 0);
      if (!isPlanned) return [];
      const needs = before.flatMap((one) => (one.isCheckpoint ? [] : stepName(session, one.id)));
      const owner = view.team ? ownerOf(view.team, prefixOf(step)) : undefined;
      const isAsked = checkpoint !== null && due.has(checkpoint);
      return [{ session, step, checkpoint, isAsked, owner, needs, takesMs, startsInMs }];
    });
  });
}

function laterOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.max(a, b);
}

function sumOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
