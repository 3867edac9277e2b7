import { hasStep, isBehind, phaseOf, SESSION_STEPS, type SessionStep } from "@squadroom/core/flow/steps";
import { isAtCheckpoint } from "@squadroom/core/session/brainstorm/gates";
import { phaseGates } from "@squadroom/core/session/gate/gates";
import type { BrainstormSession, Session } from "@squadroom/core/session/record/session";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Ball } from "../../ui/ball.tsx";
import { Icon } from "../../ui/icon.tsx";
import { say } from "../../words/say.tsx";
import { flowWords } from "./flow-words.ts";
import { GateChip } from "./gate-chip.tsx";
import { nextWords } from "./next-words.ts";
import { hasAgent, standingOf } from "./standing.ts";
import { ownerOf } from "./status-words.tsx";
import { PHASE_NAMES, STEPS } from "./words.ts";
import "./stepper.css";

const STEPS_STATE = {
  done: "done",
  now: "now",
  todo: "to come",
  out: "skipped",
  maybe: "may be skipped",
};

export interface StepperProps<S extends Session = Session> {
  state: RoomState;
  session: S;
  names: Names;
}

type StepState = "done" | "now" | "todo" | "out" | "maybe";

interface Flow {
  step: SessionStep;
  level: NonNullable<BrainstormSession["complexity"]>["level"] | null;
  /** Straight to planning. */
  isSkipped: boolean;
  suggested: readonly string[];
}

/** The state of a step; what the level leaves out is out, what a triage suggests leaving out may be. */
export function stepState(step: SessionStep, flow: Flow): StepState {
  const between = isBehind(step, "triage") && isBehind("plan", step);
  if (flow.level !== null && (!hasStep(step, flow.level) || (flow.isSkipped && between))) return "out";
  if (step === flow.step) return "now";
  if (isBehind(flow.step, step)) return "done";
  return flow.level === null && flow.suggested.includes(step) ? "maybe" : "todo";
}

function wayOf(session: BrainstormSession): Flow {
  const triage = session.proposals.triage?.value;
  const level = session.complexity?.level ?? null;
  const suggested: string[] = [...(triage?.suggestedSkips ?? [])];
  if (triage && !hasStep("questions", triage.level)) suggested.push("questions", "approaches");
  const isSkipped = session.complexity?.how === "skipped";
  return { step: session.step, level, isSkipped, suggested };
}

/** Phases above steps; on a phone the current phase, and how far it is. */
export function Stepper({ state, session, names }: StepperProps<BrainstormSession>): ReactNode {
  const flow = wayOf(session);
  const taken = SESSION_STEPS.filter((step) => stepState(step, flow) !== "out");
  const at = taken.indexOf(session.step) + 1;
  return (
    <div className="steps">
      <ol className="steps-phases" aria-label="Steps of this session">
        {phaseGates(session).map((gate) => {
          const { phase } = gate;
          const steps = SESSION_STEPS.filter((step) => phaseOf(step) === phase);
          return (
            <li key={phase} className={phaseOf(session.step) === phase ? "phase phase-now" : "phase"}>
              <span className="phase-head">
                <span>{PHASE_NAMES[phase]}</span>
                <span aria-hidden="true">/</span>
                <GateChip state={state} session={session} of={gate} />
              </span>
              <ol>
                {steps.map((step) => (
                  <Step key={step} of={stepState(step, flow)} name={stepName(step, session)} />
                ))}
              </ol>
            </li>
          );
        })}
      </ol>
      <span className="steps-of">{`step ${at} of ${taken.length}`}</span>
      <Then state={state} session={session} names={names} />
    </div>
  );
}

/** If the steps are a batch's, which one it is; a completed review is the batch's checkpoint. */
export function stepName(step: SessionStep, session: BrainstormSession): string {
  const { step: now, batch, batches } = session;
  const isOfBatch = step === now && (step === "plan" || step === "execute" || step === "review");
  if (!isOfBatch || batch === null || !batches) return STEPS[step];
  const place = { at: batch + 1, of: batches.length };
  return isAtCheckpoint(session)
    ? `Checkpoint ${place.at} of ${place.of}`
    : `${STEPS[step]} ${place.at} of ${place.of}`;
}

function Step({ of, name }: { of: StepState; name: string }): ReactNode {
  return (
    <li className={`step step-${of}`} aria-current={of === "now" ? "step" : undefined}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        {of === "done" && (
          <>
            <circle cx="7" cy="7" r="6" fill="var(--ink-2)" />
            <path
              d="m4.4 7.2 1.8 1.8 3.4-3.8"
              fill="none"
              stroke="var(--surface)"
              strokeWidth="1.5"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </>
        )}
        {of === "now" && (
          <>
            <circle cx="7" cy="7" r="6" fill="none" stroke="var(--accent)" strokeWidth="1.5" />
            <circle cx="7" cy="7" r="3.2" fill="var(--accent)" />
          </>
        )}
        {(of === "todo" || of === "out" || of === "maybe") && (
          <circle
            cx="7"
            cy="7"
            r="5.6"
            fill="none"
            stroke="var(--line-control)"
            strokeWidth="1.4"
            strokeDasharray={of === "todo" ? undefined : "2 2.4"}
          />
        )}
      </svg>
      {name}
      <span className="sr">, {STEPS_STATE[of]}</span>
    </li>
  );
}

/** Who has it, and what for. */
export function Then({ state, session, names }: StepperProps): ReactNode {
  const standing = standingOf(state.view, session);
  const owner = ownerOf(standing);
  const task = "task" in standing ? standing.task : null;
  const isHeld = standing.kind === "executing" && standing.isHeld;
  const whoHasIt = (): string => {
    if (owner === "you") return "You";
    if (isHeld) return names.role(state.view.team?.entryPoint ?? "");
    if (!task) return "Nobody";
    if (task.lease) return names.agent(task.lease.agentId);
    const role = names.role(task.role);
    return owner === "nobody" && !hasAgent(state.view, task.role) ? say`No ${role}` : role;
  };
  // What an agent is working on, or what follows from a person's answer.
  const whatFor = (): string => {
    if (standing.kind === "asks")
      return flowWords(session).asked(state, session) ?? nextWords(state.view, session, names);
    if (isHeld) return "which tasks start";
    return flowWords(session).work(session, task);
  };
  const what = whatFor();
  return (
    <section className="steps-then" aria-label="Whose turn it is">
      <Ball of={owner} />
      <span className="strong">{whoHasIt()}</span>
      <Icon of={ArrowRight} size="s" />
      <span className="ell" title={what}>
        {what}
      </span>
    </section>
  );
}
