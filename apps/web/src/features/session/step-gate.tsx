import { gatesOf, heldBy } from "@squadroom/core/session/gate/gates";
import { isMissing } from "@squadroom/core/session/record/evidence";
import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import { Urgency } from "../../ui/urgency.tsx";
import { Grounds } from "../grounds/index.ts";
import { AnswerBar } from "./answer-bar.tsx";
import { asFirst } from "./first-answer.ts";
import { EvidenceList } from "./gate-evidence.tsx";
import { PlannedTasks } from "./planned-tasks.tsx";
import { SectionHead } from "./proposal-head.tsx";
import { decisionsOf } from "./standing.ts";
import { askedOf, type StepProps } from "./step-props.ts";
import { GATE_LOW, GATE_STATE } from "./words.ts";

/** Whether a gate holds the session up, and a person is asked about that. */
export function isGateAsked({ state, session }: Pick<StepProps, "state" | "session">): boolean {
  return decisionsOf(state.view, session.id).some(({ kind }) => kind === "gate_failed");
}

/** All work is over and a gate is not passed: what it misses, and how to continue. */
export function GateStep(props: StepProps): ReactNode {
  const { session, answers, state, names } = props;
  const gate = heldBy(session);
  const asked = askedOf(props, "gate_failed");
  if (!gate) return null;
  const phase = GATE_LOW[gate.phase];
  const all = gate.evidence.length;
  const count = gate.evidence.filter(isMissing).length;
  const of = gatesOf(session).filter((one) => one.phase === gate.phase).length;
  return (
    <>
      <div className="se-in">
        <section>
          <p className="small muted se-by">
            {asked && <Urgency of={asked.urgency} />}
            <span className="dots">
              <span>{GATE_STATE[gate.state]}</span>
              {asked && <Since at={asked.openedAt} ago />}
            </span>
          </p>
          <h2 className="se-q">
            {gate.batch === null
              ? `The ${phase} gate isn't passed`
              : `Batch ${gate.batch + 1} of ${of}: the ${phase} gate isn't passed`}
          </h2>
        </section>
        <section>
          <SectionHead
            title="What the gate asks for"
            hint={`${count} of ${all} ${count === 1 ? "is" : "are"} missing`}
          />
          <EvidenceList gate={gate} />
        </section>
        {asked && <Grounds room={state.view.roomId} decision={asked} isRest />}
        <PlannedTasks view={state.view} session={session} names={names} />
      </div>
      {asked && <AnswerBar decision={asked} answers={answers} first={asFirst(asked.options[0])} />}
    </>
  );
}
