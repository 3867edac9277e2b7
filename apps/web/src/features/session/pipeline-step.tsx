import type { TaskId } from "@squadroom/core/kernel/ids";
import { isThere } from "@squadroom/core/kernel/room";
import { counted } from "@squadroom/core/kernel/words";
import { inPlace, type PipelineStep, prefixOf } from "@squadroom/core/pipeline/pipeline";
import { estimatePipeline, type PipelineEstimate } from "@squadroom/core/session/pipeline/estimate";
import { type StallReason, stallOf } from "@squadroom/core/session/pipeline/stall";
import { type StepKind, type StepStanding, standingsOf } from "@squadroom/core/session/pipeline/standing";
import { stepName, stepsDone } from "@squadroom/core/session/pipeline/steps";
import { minutesText } from "@squadroom/core/session/plan/estimate";
import { wavesOf } from "@squadroom/core/session/plan/waves";
import type { PipelineSession } from "@squadroom/core/session/record/session";
import { ownerOf } from "@squadroom/core/team/prefixes";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Check, Circle, Diamond, Minus, Pause, Play, X } from "lucide-react";
import { memo, type ReactNode, useMemo, useState } from "react";
import { useNow } from "../../clock/now.ts";
import { durationText } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import { useNarrow } from "../../panel/use-wide.ts";
import { Bar } from "../../ui/bar.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { wholeIds } from "../../ui/whole-ids.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { DecisionCard } from "../decision/index.ts";
import { GraphBox, type GraphNode, graphOf, type NodeSize } from "../graph/index.ts";
import { Grounds } from "../grounds/index.ts";
import { openTask } from "../task/index.ts";
import { AnswerBar } from "./answer-bar.tsx";
import { Discussions } from "./discussions.tsx";
import { asFirst } from "./first-answer.ts";
import { HeldTasks, Rulings } from "./pipeline-dispatch.tsx";
import { partsOf } from "./pipeline-step-state.ts";
import { taskStanding } from "./planned-tasks.tsx";
import { SectionHead } from "./proposal-head.tsx";
import { ReviseSteps } from "./revise-steps.tsx";
import { hasAgent, isOfPlan } from "./standing.ts";
import { askedOf, type StepProps } from "./step-props.ts";
import { Workers } from "./workers.tsx";
import "./pipeline.css";

const SIGNS: Record<StepKind, typeof Check> = {
  done: Check,
  working: Play,
  waiting: Pause,
  ready: Circle,
  blocked: Diamond,
  bad: X,
  replaced: Minus,
};

const SIZE: NodeSize = { width: 156, height: 84, gapX: 16, gapY: 16, top: 10, pad: 8 };

/** Number of columns from which they are narrow, so that a specification fits a page beside its conversation. */
const SLIM_FROM = 6;
const SLIM: NodeSize = { ...SIZE, width: 126, gapX: 12, pad: 4 };

/** Steps on which nobody will work any more. */
const OVER: readonly StepKind[] = ["done", "replaced"];

/** Most steps of a list shown at once. */
const LISTED = 100;

/** Most reasons shown at once. */
const STALL_SHOWN = 5;

/** A pipeline under way: its graph, the state of each step and why, and what it asks at a checkpoint. */
export function PipelineStepView(props: StepProps<PipelineSession>): ReactNode {
  const { state, session, answers } = props;
  const { pipeline } = session;
  const now = useNow(30_000);
  const isNarrow = useNarrow();
  const standings = useMemo(() => standingsOf(state.view, session), [state.view, session]);
  const { taken } = state.view.sessions;
  const estimate = useMemo(() => estimatePipeline(session, standings, taken), [session, standings, taken]);
  const { done, all } = stepsDone(session);
  const more = { ...props, standings, estimate };
  const blocked = askedOf(props, "discussion_blocked");
  const asked = blocked ?? askedOf(props, "pipeline_checkpoint");
  const about = asked?.subject.kind === "session" ? asked.subject.part : null;
  const discussions = <Discussions session={session} asked={about} />;
  const failed = Object.values(state.view.decisions).filter(({ kind, subject }) =>
    subject.kind === "task"
      ? isOfPlan(state.view, session, subject.taskId)
      : // The coordinator wants a step redone once more.
        kind === "intervention" && subject.kind === "session" && subject.sessionId === session.id,
  );
  const askedAbout = new Set(failed.flatMap(({ subject }) => (subject.kind === "task" ? subject.taskId : [])));
  // What waits for the coordinator or for an answer is below, where it can be released or answered.
  const stall = (isThere(state.view) && stallOf(state.view, session, now)) || [];
  const reasons = stall.filter(({ kind, taskId }) => kind !== "dispatch" && !(taskId && askedAbout.has(taskId)));
  return (
    <>
      <div className="se-in se-wide">
        <section>
          <p className="small muted se-by">{pipeline.title}</p>
          <h2 className="se-q">{asked ? asked.question : `${done} of ${all} steps are done`}</h2>
          <Bar percent={all === 0 ? 0 : (done / all) * 100} label="Progress" />
          {done < all && <p className="pipe-left small muted">{leftWords(estimate)}</p>}
          {asked && <Grounds room={state.view.roomId} decision={asked} instead={asked.reason} />}
        </section>
        {reasons.length > 0 && !asked && (
          <section className="pipe-stall" aria-label="It isn't moving">
            <h3>It isn't moving</h3>
            <ul>
              {reasons.slice(0, STALL_SHOWN).map((reason) => (
                <li key={`${reason.taskId} ${reason.text}`} className="small">
                  <Stall {...props} reason={reason} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {/* What is asked about comes before everything that is only context. */}
        {blocked && discussions}
        <HeldTasks {...props} />
        {failed.map((decision) => (
          <DecisionCard
            key={decision.id}
            room={state.view.roomId}
            decision={decision}
            canAnswer={may(state, "answerDecision")}
          />
        ))}
        <section>
          {isNarrow ? <StepList {...more} steps={pipeline.steps} /> : <Graph {...more} steps={pipeline.steps} />}
          <ReviseSteps state={state} session={session} />
        </section>
        <Rulings session={session} />
        <Workers workers={props.whole?.workers ?? []} names={props.names} />
        {!blocked && discussions}
      </div>
      {asked && <AnswerBar decision={asked} answers={answers} first={asFirst(asked.options[0])} />}
    </>
  );
}

/** One reason, and what a person can do about it from here. */
function Stall({
  state,
  names,
  reason: { taskId, kind, text },
}: StepProps<PipelineSession> & { reason: StallReason }): ReactNode {
  const role = state.view.tasks.find(({ id }) => id === taskId)?.role;
  // Somebody who is present but can't work needs something else.
  const isAway = kind === "role_unavailable" && role && !hasAgent(state.view, role);
  return (
    <>
      {taskId && <span className="mono">{taskId}</span>} {plainText(text)}
      {isAway && may(state, "createCredential") && (
        <Link to="/connect" search={{ room: state.view.name, role }} className={buttonClass()}>
          {say`Connect ${names.role(role)}`}
        </Link>
      )}
    </>
  );
}

type Standing = StepProps<PipelineSession> & {
  standings: ReadonlyMap<string, StepStanding>;
  estimate: PipelineEstimate;
};

/** A part between two checkpoints, left to right; parts are one below the other. */
function Graph(props: Standing & { steps: readonly PipelineStep[] }): ReactNode {
  const parts = useMemo(() => partsOf(props.steps), [props.steps]);
  // All parts alike, so that their columns line up.
  const isWide = useMemo(
    () => parts.some(({ steps }) => [...wavesOf(steps).values()].some((n) => n >= SLIM_FROM)),
    [parts],
  );
  return (
    <div className="pipe-graph">
      {parts.map(({ checkpoint, steps }) => (
        <section key={checkpoint?.id ?? ""}>
          {checkpoint && (
            <p className={clsx("pipe-divide", `pipe-${kindOf(props, checkpoint)}`)}>
              <span className="pipe-cell pipe-checkpoint" aria-hidden="true" />
              <b>{plainText(checkpoint.title)}</b>
              <span className="small muted">{textOf(props, checkpoint)}</span>
            </p>
          )}
          <Part
            {...props}
            steps={steps}
            size={isWide ? SLIM : SIZE}
            label={checkpoint ? plainText(checkpoint.title) : "The pipeline as a graph"}
          />
        </section>
      ))}
    </div>
  );
}

function Part(props: Standing & { steps: readonly PipelineStep[]; size: NodeSize; label: string }): ReactNode {
  const { session, steps, size, label, estimate } = props;
  const path = estimate.path.join(" ");
  const graph = useMemo(() => graphOf(steps, size, path.split(" ")), [steps, size, path]);
  const byId = useMemo(() => new Map(steps.map((step) => [step.id, step])), [steps]);
  return (
    <GraphBox
      graph={graph}
      label={label}
      first={steps.find((step) => !OVER.includes(kindOf(props, step)))?.id}
      node={(node) => {
        const step = byId.get(node.id);
        if (!step) return null;
        const taskId = session.execution?.tasks[node.id];
        const [kind, text] = [kindOf(props, step), textOf(props, step)];
        const title = plainText(step.title);
        return <StepNode key={node.id} {...{ node, size, kind, title, text, taskId }} />;
      }}
    />
  );
}

/** Only what has changed is redrawn: a pipeline has many. */
const StepNode = memo(function StepNode({
  node: { id, x, y, isCritical },
  size,
  kind,
  title,
  text,
  taskId,
}: {
  node: GraphNode;
  size: NodeSize;
  kind: StepKind;
  title: string;
  text: string;
  taskId: TaskId | undefined;
}): ReactNode {
  return (
    <button
      type="button"
      className={clsx("pg-node pipe-node", `pipe-${kind}`, isCritical && "pg-critical")}
      style={{ left: x, top: y, width: size.width, height: size.height }}
      title={`${taskId ?? id} ${title}\n${text}`}
      aria-disabled={taskId === undefined || undefined}
      data-may-cut
      onClick={() => taskId && openTask(taskId)}
    >
      <span className="pipe-id">
        <Icon of={SIGNS[kind]} size="s" />
        <span className="mono ell">{taskId ?? id}</span>
      </span>
      <span className="ell pipe-title">{title}</span>
      <span className="pipe-why muted">{wholeIds(text)}</span>
      {isCritical && <span className="sr">, on the longest chain</span>}
    </button>
  );
});

/** On a phone; of many steps, unfinished ones come first. */
function StepList(props: Standing & { steps: readonly PipelineStep[] }): ReactNode {
  const { steps } = props;
  const [shown, setShown] = useState(LISTED);
  const isDone = (step: PipelineStep) => OVER.includes(kindOf(props, step));
  const placed = useMemo(() => inPlace(steps), [steps]);
  const ordered =
    placed.length > LISTED ? [...placed.filter((step) => !isDone(step)), ...placed.filter(isDone)] : placed;
  const more = Math.min(steps.length - shown, LISTED);
  return (
    <>
      <SectionHead title="Steps of the pipeline" />
      <ul className="xs xs-wide" aria-label="Steps of the pipeline">
        {ordered.slice(0, shown).map((step) => (
          <StepRow key={step.id} {...props} step={step} />
        ))}
      </ul>
      {more > 0 && (
        <Button kind="ghost" onClick={() => setShown(shown + LISTED)}>
          {`Show ${more} more`}
        </Button>
      )}
    </>
  );
}

function StepRow(props: Standing & { step: PipelineStep }): ReactNode {
  const { session, step } = props;
  const kind = kindOf(props, step);
  const taskId = session.execution?.tasks[step.id];
  return (
    <li>
      <button
        type="button"
        className={clsx("xs-task", `pipe-row pipe-${kind}`)}
        aria-disabled={taskId === undefined || undefined}
        onClick={() => taskId && openTask(taskId)}
      >
        <Icon of={SIGNS[kind]} size="s" />
        <span className="xs-id mono muted">{step.isCheckpoint ? "Checkpoint" : stepName(session, step.id)}</span>
        <span />
        <span className="xs-title">{plainText(step.title)}</span>
        <span className="xs-sub dots">
          <span>{textOf(props, step)}</span>
        </span>
      </button>
    </li>
  );
}

function kindOf({ standings }: Pick<Standing, "standings">, { id }: PipelineStep): StepKind {
  return standings.get(id)?.kind ?? "blocked";
}

/** What it will still take; unknown parts are mentioned. */
function leftWords({ leftMs, unknown }: PipelineEstimate): string {
  const minutes = minutesText(leftMs ?? 0);
  if (leftMs === null || (minutes === "0" && unknown > 0))
    return "No estimate: this room hasn’t finished steps like those that are left";
  return unknown === 0
    ? `About ${minutes} min left, from what tasks like these took in this room`
    : `At least ${minutes} min left, plus ${counted(unknown, "step")} of a kind this room hasn’t finished yet`;
}

/** The state of a step, or why it can't continue. */
function textOf(props: Standing, step: PipelineStep): string {
  const { state, session, names, standings } = props;
  const standing = standings.get(step.id);
  if (standing?.revisedAs) return `replaced by ${stepName(session, standing.revisedAs)}`;
  const passed = session.passed[step.id];
  if (passed) return say`passed by ${passed.by}`;
  const kind = kindOf(props, step);
  if (step.isCheckpoint)
    return kind === "waiting"
      ? "needs your answer"
      : say`needs ${step.requires.map((id) => stepName(session, id)).join(", ")}`;
  const taskId = session.execution?.tasks[step.id];
  if (taskId === undefined) return "behind a checkpoint";
  const round = session.discussions?.findLast((one) => one.taskId === taskId);
  if (round && round.verdict === null) {
    const turns = round.perspectives;
    const answered = turns.filter(({ reply }) => reply !== null).length;
    return `in discussion, ${answered} of ${turns.length}`;
  }
  const outcome = session.execution?.outcomes[taskId];
  const { text } = taskStanding(state.view, names, standing?.task, outcome);
  if (kind === "waiting") return "needs a person";
  if (kind === "bad" && outcome?.state === "passed") return "done, checks fail";
  const held = kind === "ready" && session.dispatch.held.find((one) => one.taskId === taskId);
  if (held) return held.behind ? `starts after ${held.behind}` : "waits for a go-ahead";
  const owner = state.view.team && ownerOf(state.view.team, prefixOf(step));
  if (text !== "done" || !owner || !outcome) return text;
  // In a narrow node a number stays with its unit.
  const time = durationText(outcome.workMs).replaceAll(" ", "\u00a0");
  return say`done by ${owner.title} in ${time}`;
}
