import { PHASES, type Phase } from "@squadroom/core/flow/steps";
import { phaseOfStep } from "@squadroom/core/pipeline/phase";
import type { PipelineStep } from "@squadroom/core/pipeline/pipeline";
import { phaseGates } from "@squadroom/core/session/gate/gates";
import { standingsOf } from "@squadroom/core/session/pipeline/standing";
import { pipelinePhase } from "@squadroom/core/session/record/pipeline";
import type { Session } from "@squadroom/core/session/record/session";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { RoomState } from "../../live/room-state.ts";
import { plainText } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { GateChip } from "./gate-chip.tsx";
import "./pipeline.css";

/** The phases of a pipeline, a cell for each step; a checkpoint stands with the phase that it opens. */
export function PipelineStrip({
  state,
  session,
  steps,
}: {
  state: RoomState;
  session: Session;
  steps: readonly PipelineStep[];
}): ReactNode {
  const { t } = wordsOf("session");
  const now = pipelinePhase(session);
  const gates = phaseGates(session);
  const standings = standingsOf(state.view, session);
  return (
    <ol className="steps-phases" aria-label={t("pipeline.label")}>
      {PHASES.map((phase) => {
        const own = steps.filter((step) => phaseIn(steps, step) === phase);
        const gate = gates.find((one) => one.phase === phase);
        if (own.length === 0 || !gate) return null;
        return (
          <li key={phase} className={phase === now ? "phase phase-now" : "phase"}>
            <span className="phase-head">
              <span>{t(`phases.${phase}`)}</span>
              <span aria-hidden="true">/</span>
              <GateChip state={state} session={session} of={gate} />
            </span>
            <ol className="pipe-cells">
              {own.map((step) => {
                const kind = standings.get(step.id)?.kind ?? "blocked";
                const words = `${step.id} ${plainText(step.title)}, ${t(`pipeline.states.${kind}`)}`;
                return (
                  <li
                    key={step.id}
                    className={clsx(
                      "pipe-cell",
                      `pipe-${kind}`,
                      step.isCheckpoint && "pipe-checkpoint",
                    )}
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

function phaseIn(steps: readonly PipelineStep[], step: PipelineStep): Phase {
  if (!step.isCheckpoint) return phaseOfStep(step);
  const next = steps.find(({ requires }) => requires.includes(step.id));
  return next ? phaseIn(steps, next) : phaseOfStep(step);
}
