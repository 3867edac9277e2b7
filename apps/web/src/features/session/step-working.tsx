import type { Session } from "@squadroom/core/session/record/session";
import { awaitedWork, isScouting } from "@squadroom/core/session/scout/rescout";
import { Link } from "@tanstack/react-router";
import { CircleAlert, MessageSquare } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Since } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import { Ball } from "../../ui/ball.tsx";
import { Bar } from "../../ui/bar.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { say } from "../../words/say.tsx";
import { BudgetDialog } from "../budget/index.ts";
import { DecisionCard } from "../decision/index.ts";
import { openTask } from "../task/index.ts";
import { SectionHead } from "./proposal-head.tsx";
import { ServedScout } from "./served-scout.tsx";
import { decisionsOf, type Standing } from "./standing.ts";
import { ownerOf } from "./status-words.tsx";
import type { StepProps } from "./step-props.ts";
import { STEPS, STEPS_LOW } from "./words.ts";

const WORKING_ASKED = {
  present: "Asked to present it.",
  discuss: "Asked to answer a comment.",
  revise: "Asked to revise it.",
  renew: "Asked to start over.",
};

type Waiting = Exclude<Standing, { kind: "asks" | "executing" }>;

/** Nobody is asked now: who is working on it, since when, and what it waits for. */
export function WorkingStep({ standing, ...props }: StepProps & { standing: Waiting }): ReactNode {
  const { state, session } = props;
  const work = awaitedWork(session);
  return (
    <div className="se-in">
      <section>
        <p className="small muted se-by">
          <Ball of={ownerOf(standing)} />
          <SinceWords standing={standing} session={session} />
        </p>
        <h2 className="se-q">{titleOf(standing, props)}</h2>
        <p className="read">{textOf(standing, session)}</p>
        <Acts standing={standing} {...props} />
      </section>
      <ServedScout state={state} session={session} />
      {work?.comment && (
        <Note icon={MessageSquare}>
          {say`${work.comment.by} said`}: <b>{work.comment.text}</b>
        </Note>
      )}
      {work && work.refusals.length > 0 && (
        <Note tone="warn" icon={CircleAlert}>
          {work.refusals.length === 1
            ? "One reply couldn't be used:"
            : `${work.refusals.length} replies couldn't be used, the last one because:`}{" "}
          <b>{work.refusals.at(-1)?.message}</b> The agent was told why.
        </Note>
      )}
      {standing.kind === "failed" &&
        Object.values(state.view.decisions)
          .filter(({ subject }) => subject.kind === "task" && subject.taskId === standing.task.id)
          .map((decision) => (
            <DecisionCard
              key={decision.id}
              room={state.view.roomId}
              decision={decision}
              canAnswer={may(state, "answerDecision")}
            />
          ))}
      {(standing.kind === "paused" || standing.kind === "queued") && <AskedCards state={state} session={session} />}
      <section>
        <SectionHead title="What it is about" />
        <RichText text={session.description} className="read" />
      </section>
    </div>
  );
}

/** What is asked about a session that does not run: its budget, or whether it is next. */
function AskedCards({ state, session }: Pick<StepProps, "state" | "session">): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const room = state.view.roomId;
  return decisionsOf(state.view, session.id).map((decision, at) => (
    <div key={decision.id}>
      <DecisionCard room={room} decision={decision} canAnswer={may(state, "answerDecision")} hasKeys={at === 0} />
      {decision.kind === "budget" && may(state, "setBudget") && (
        <p>
          <Button kind="ghost" onClick={() => setOpen(true)}>
            Another amount…
          </Button>
        </p>
      )}
      {isOpen && <BudgetDialog room={room} session={session} onClose={() => setOpen(false)} />}
    </div>
  ));
}

function SinceWords({ standing, session }: { standing: Waiting; session: Session }): ReactNode {
  const at =
    standing.kind === "working"
      ? standing.since
      : standing.kind === "ready" || standing.kind === "missing" || standing.kind === "failed"
        ? standing.task.createdAt
        : standing.kind === "queued"
          ? session.createdAt
          : (session.pausedAt ?? session.stepAt);
  return (
    <span>
      since <Since at={at} />
    </span>
  );
}

function titleOf(standing: Waiting, { session, names }: StepProps): string {
  const name = awaitedWork(session)?.step ?? session.step;
  const step = STEPS_LOW[name];
  switch (standing.kind) {
    case "working":
      return say`${names.agent(standing.agentId)} is working on ${step}`;
    case "ready":
      return say`${STEPS[name]} is ready for ${names.role(standing.task.role)}`;
    case "missing":
      return say`${STEPS[name]} is waiting for ${names.role(standing.task.role)}`;
    case "failed":
      return `${standing.task.id} failed`;
    case "moving":
      return `Moving on to ${step}.`;
    case "queued":
      return "In the queue";
    case "paused":
    case "parked":
      return "Paused";
  }
}

function textOf(standing: Waiting, session: Session): string {
  const step = STEPS_LOW[session.step];
  switch (standing.kind) {
    case "working":
    case "ready":
      return session.work === null && isScouting(session)
        ? "It looks at what the last batch changed, for the plan of the next one."
        : WORKING_ASKED[session.work?.ask ?? "present"];
    case "missing":
      return "No agent is connected in this role. It continues by itself as soon as one joins.";
    case "failed":
      return "The session continues once this is decided.";
    case "moving":
      return "";
    case "queued":
      return standing.ahead === 0
        ? "It is next."
        : standing.ahead === 1
          ? `${standing.ahead} session is ahead of it.`
          : `${standing.ahead} sessions are ahead of it.`;
    case "paused":
      return `It gets no work until you resume it, at ${step}.`;
    case "parked":
      return `Other sessions run in the meantime. Resume it to continue at ${step}.`;
  }
}

function Acts({ standing, state, names }: StepProps & { standing: Waiting }): ReactNode {
  if (!("task" in standing)) return null;
  const { task } = standing;
  const { percent, action } = task.progress ?? {};
  return (
    <>
      {action && <p className="muted">{action}</p>}
      {percent !== undefined && <Bar percent={percent} label={`${task.id}: Progress`} />}
      <p className="row se-acts">
        <Button onClick={() => openTask(task.id)}>{`Open ${task.id}`}</Button>
        {standing.kind === "missing" && may(state, "createCredential") && (
          <Link to="/connect" search={{ room: state.view.name, role: task.role }} className={buttonClass("primary")}>
            Connect an agent: {names.role(task.role)}
          </Link>
        )}
      </p>
    </>
  );
}
