import { PHASES, type Phase } from "@squadroom/core/flow/steps";
import { phaseOfStep } from "@squadroom/core/pipeline/phase";
import { inPlace, type PipelineStep } from "@squadroom/core/pipeline/pipeline";
import { heldBy, phaseGates } from "@squadroom/core/session/gate/gates";
import { type StepKind, standingsOf } from "@squadroom/core/session/pipeline/standing";
import { pipelinePhase, stepName } from "@squadroom/core/session/pipeline/steps";
import type { PipelineSession } from "@squadroom/core/session/record/session";
import { clsx } from "clsx";
import { type ReactNode, useMemo } from "react";
import type { RoomState } from "../../live/room-state.ts";
import { plainText } from "../../words/plain-text.ts";
import { GateChip } from "./gate-chip.tsx";
import { PHASE_NAMES } from "./words.ts";
import "./pipeline.css";

const PIPELINE_STATES = {
  done: "done",
  working: "working",
  waiting: "needs a person",
  ready: "ready",
  blocked: "waiting",
  bad: "failed",
  replaced: "replaced",
};

/** In a phase with more steps, those in the same state share a cell. */
const CELLS_MAX = 12;

/** The phases of a pipeline, a cell for each step; a checkpoint is with the phase that it opens. */
export function PipelineStrip({ state, session }: { state: RoomState; session: PipelineSession }): ReactNode {
  const { steps } = session.pipeline;
  const now = heldBy(session)?.phase ?? pipelinePhase(session);
  const gates = useMemo(() => phaseGates(session), [session]);
  const placed = useMemo(() => inPlace(steps), [steps]);
  const phases = useMemo(() => new Map(steps.map((step) => [step, phaseIn(steps, step)])), [steps]);
  const standings = useMemo(() => standingsOf(state.view, session), [state.view, session]);
  const kindOf = ({ id }: PipelineStep) => standings.get(id)?.kind ?? "blocked";
  return (
    <ol className="steps-phases" aria-label="Steps of the pipeline">
      {PHASES.map((phase) => {
        const own = placed.filter((step) => phases.get(step) === phase);
        const gate = gates.find((one) => one.phase === phase);
        if (own.length === 0 || !gate) return null;
        return (
          <li key={phase} className={phase === now ? "phase phase-now" : "phase"}>
            <span className="phase-head">
              <span>{PHASE_NAMES[phase]}</span>
              <span aria-hidden="true">/</span>
              <GateChip state={state} session={session} of={gate} />
            </span>
            <ol className="pipe-cells">
              {own.length > CELLS_MAX && <Shares kinds={own.map(kindOf)} />}
              {(own.length > CELLS_MAX ? [] : own).map((step) => {
                const kind = kindOf(step);
                const words = `${stepName(session, step.id)} ${plainText(step.title)}, ${PIPELINE_STATES[kind]}`;
                return (
                  <li
                    key={step.id}
                    className={clsx("pipe-cell", `pipe-${kind}`, step.isCheckpoint && "pipe-checkpoint")}
                    title={words}
                  >
                    <span className="sr">{words}</span>
                  </li>
                );
              })}
            </ol>
          </li>
        );
      })}
    </ol>
  );
}

/** In the order in which steps go through them. */
const KINDS: readonly StepKind[] = ["done", "replaced", "bad", "waiting", "working", "ready", "blocked"];

function Shares({ kinds }: { kinds: readonly StepKind[] }): ReactNode {
  return KINDS.map((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    if (count === 0) return null;
    const words = `${count} ${PIPELINE_STATES[kind]}`;
    return (
      <li key={kind} className={`pipe-cell pipe-share pipe-${kind}`} style={{ flexGrow: count }} title={words}>
        <span className="sr">{words}</span>
      </li>
    );
  });
}

function phaseIn(steps: readonly PipelineStep[], step: PipelineStep): Phase {
  if (!step.isCheckpoint) return phaseOfStep(step);
  const next = steps.find(({ requires }) => requires.includes(step.id));
  return next ? phaseIn(steps, next) : phaseOfStep(step);
}
