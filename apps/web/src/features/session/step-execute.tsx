import type { Decision } from "@squadroom/core/decision/decision";
import type { TaskId } from "@squadroom/core/kernel/ids";
import { counted } from "@squadroom/core/kernel/words";
import type { BrainstormSession } from "@squadroom/core/session/record/session";
import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { may } from "../../live/allowed.ts";
import { Bar } from "../../ui/bar.tsx";
import { say } from "../../words/say.tsx";
import { DecisionCard } from "../decision/index.ts";
import { AnswerBar } from "./answer-bar.tsx";
import { ExecutedTask } from "./executed-task.tsx";
import { asFirst } from "./first-answer.ts";
import { PlannedTasks } from "./planned-tasks.tsx";
import { isOfPlan } from "./standing.ts";
import { batchWords } from "./step-plan.tsx";
import { askedOf, type StepProps } from "./step-props.ts";
import "./execute.css";

/** The plan being carried out: its tasks, their reviewers, and what they found. */
export function ExecuteStep(props: StepProps<BrainstormSession>): ReactNode {
  const { state, session, names, answers } = props;
  const [chosen, setChosen] = useState<TaskId | null>(null);
  const { execution } = session;
  if (!execution) return null;
  const all = Object.keys(execution.tasks).length;
  const done = all - execution.open.length;
  const rejected = askedOf(props, "review_failed");
  const failed = Object.values(state.view.decisions).filter(
    ({ subject }) => subject.kind === "task" && isOfPlan(state.view, session, subject.taskId),
  );
  const shown = chosen ?? rejectedTask(rejected) ?? busiest(props) ?? execution.open[0];
  const asked = shown === rejectedTask(rejected) ? rejected : askedOf(props, "review_failed", shown);
  return (
    <>
      <div className="se-in se-wide">
        <section>
          <p className="small muted se-by dots">
            <span>{say`plan approved by ${execution.approvedBy.name}`}</span>
            {execution.rounds > 0 && <span>{`${counted(execution.rounds, "review")} so far`}</span>}
          </p>
          <h2 className="se-q">
            {batchWords(session)}
            {`${done} of ${all} tasks are done`}
          </h2>
          <Bar percent={all === 0 ? 0 : (done / all) * 100} label="Progress" />
        </section>
        {failed.map((decision) => (
          <DecisionCard
            key={decision.id}
            room={state.view.roomId}
            decision={decision}
            canAnswer={may(state, "answerDecision")}
          />
        ))}
        <div className={clsx("x2", shown === undefined && "x2-one")}>
          <PlannedTasks view={state.view} session={session} names={names} chosen={shown} onChoose={setChosen} />
          {shown !== undefined && <ExecutedTask key={shown} state={state} names={names} taskId={shown} asked={asked} />}
        </div>
      </div>
      {asked && <AnswerBar decision={asked} answers={answers} first={asFirst(asked.options[0], { takesNote: true })} />}
    </>
  );
}

function rejectedTask(decision: Decision | undefined): TaskId | undefined {
  const subject = decision?.subject;
  return subject?.kind === "session" && subject.part !== null ? (subject.part as TaskId) : undefined;
}

/** What is moving is looked at first: in review, then held by an agent. */
function busiest({ state, session }: StepProps<BrainstormSession>): TaskId | undefined {
  const open = state.view.tasks.filter(({ id }) => session.execution?.open.includes(id));
  return (open.find(({ state }) => state === "in_review") ?? open.find(({ lease }) => lease))?.id;
}
