import type { BrainstormSession, PipelineSession, Session } from "@squadroom/core/session/record/session";
import type { ReactNode } from "react";
import type { RoomState } from "../../live/room-state.ts";
import { PipelineStepView } from "./pipeline-step.tsx";
import { PipelineStrip } from "./pipeline-strip.tsx";
import type { Standing } from "./standing.ts";
import { ApproachesStep } from "./step-approaches.tsx";
import { DesignStep } from "./step-design.tsx";
import { ExecuteStep } from "./step-execute.tsx";
import { GateStep, isGateAsked } from "./step-gate.tsx";
import { PlanStep } from "./step-plan.tsx";
import type { StepProps } from "./step-props.ts";
import { QuestionsStep } from "./step-questions.tsx";
import { ReviewStep } from "./step-review.tsx";
import { TriageStep } from "./step-triage.tsx";
import { WorkingStep } from "./step-working.tsx";
import { Stepper, type StepperProps, Then } from "./stepper.tsx";
import "./stepper.css";

/** The parts of a session's screen that depend on its flow. */
interface FlowView<S extends Session = Session> {
  /** Its phases and steps, above. */
  Steps: (props: StepperProps<S>) => ReactNode;
  /** How the steps of an ended session ended; `null`: its record shows it. */
  EndedSteps: ((props: { state: RoomState; session: S }) => ReactNode) | null;
  /** The middle: what is asked, or who is working on it. */
  Body: (props: BodyProps<S>) => ReactNode;
  /** Beside it, tabs stand that nothing is in yet. */
  keepsTabs: boolean;
}

type BodyProps<S extends Session> = StepProps<S> & { standing: Standing };

const BRAINSTORM: FlowView<BrainstormSession> = { Steps: Stepper, EndedSteps: null, Body: TalkedBody, keepsTabs: true };
const PIPELINE: FlowView<PipelineSession> = {
  Steps: PipelineSteps,
  EndedSteps: EndedPipeline,
  Body: PipelineBody,
  keepsTabs: false,
};
const VIEWS = { brainstorm: BRAINSTORM, pipeline: PIPELINE };

/** @param session `null`: it ended before rooms kept how */
export function viewOf(session: Pick<Session, "flow"> | null): FlowView {
  // It takes sessions of this flow, which the compiler can't see.
  return VIEWS[session?.flow ?? "brainstorm"] as unknown as FlowView;
}

function TalkedBody({ standing, ...props }: BodyProps<BrainstormSession>): ReactNode {
  if (standing.kind === "executing") return <ExecuteStep {...props} />;
  if (standing.kind !== "asks") return <WorkingStep standing={standing} {...props} />;
  if (isGateAsked(props)) return <GateStep {...props} />;
  switch (props.session.step) {
    case "execute":
      return <ExecuteStep {...props} />;
    case "triage":
      return <TriageStep {...props} />;
    case "questions":
      return <QuestionsStep {...props} />;
    case "approaches":
      return <ApproachesStep {...props} />;
    case "design":
      return <DesignStep {...props} />;
    case "plan":
      return <PlanStep {...props} />;
    case "review":
      return <ReviewStep {...props} />;
    case "scout":
    case "done":
      return null;
  }
}

function PipelineBody({ standing, ...props }: BodyProps<PipelineSession>): ReactNode {
  if (standing.kind === "executing" || (props.session.execution && !isGateAsked(props)))
    return <PipelineStepView {...props} />;
  return standing.kind === "asks" ? <GateStep {...props} /> : <WorkingStep standing={standing} {...props} />;
}

function PipelineSteps({ state, session, names }: StepperProps<PipelineSession>): ReactNode {
  return (
    <div className="steps">
      <PipelineStrip state={state} session={session} />
      <Then state={state} session={session} names={names} />
    </div>
  );
}

function EndedPipeline({ state, session }: { state: RoomState; session: PipelineSession }): ReactNode {
  return (
    <div className="steps steps-ended">
      <PipelineStrip state={state} session={session} />
    </div>
  );
}
