import type { Reply } from "@squadroom/client/call";
import type { TaskId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { secondsText } from "@squadroom/core/kernel/words";
import { lineageOf } from "@squadroom/core/run/lineage";
import { blockedReasons } from "@squadroom/core/task/blocked";
import { clockOf, type TaskClock } from "@squadroom/core/task/clock";
import { liveTask } from "@squadroom/core/task/order";
import { checkText } from "@squadroom/core/task/result";
import { attemptsOf, type Task } from "@squadroom/core/task/task";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useNow } from "../../clock/now.ts";
import { Since, useSince, useUntil } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Panel } from "../../panel/panel.tsx";
import { Empty } from "../../ui/empty.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { DecisionCard } from "../decision/index.ts";
import { Blockers } from "./blockers.tsx";
import { dependantsOf } from "./dependants.ts";
import { Outputs } from "./outputs.tsx";
import { List, Result, Section } from "./result.tsx";
import { ReviewRounds } from "./review-rounds.tsx";
import { TaskActions } from "./task-actions.tsx";
import { useWholeTask } from "./use-whole-task.ts";
import { versionsOf } from "./versions.ts";
import { TaskLink, TaskLinks, WhyBlocked } from "./why-blocked.tsx";
import { PRIORITY, SIGN } from "./words.ts";
import { signOf } from "./work-table.ts";
import "./task-sheet.css";

const DETAIL_PAUSED = {
  answer: "paused until a person answers",
  blocker: "paused while it is blocked",
};

const STATE = {
  pending: "pending",
  claimed: "claimed",
  in_progress: "in progress",
  in_review: "in review",
  completed: "completed",
  failed: "failed",
  cancelled: "cancelled",
};

type Place = { state: RoomState; names: Names; onClose: () => void };

/** Everything about one task, and what a lead may do with it. */
export function TaskSheet({ taskId, ...place }: Place & { taskId: string }): ReactNode {
  const { state, names, onClose } = place;
  const task = liveTask(state.view, taskId as TaskId);
  return (
    <Panel onClose={onClose} title={taskId} row={`[data-task="${CSS.escape(taskId)}"]`}>
      {task ? <LiveTask task={task} {...place} /> : <EndedTask taskId={taskId} view={state.view} names={names} />}
    </Panel>
  );
}

const TONE = {
  planned: "plain",
  blocked: "plain",
  unmanned: "plain",
  ready: "plain",
  working: "work",
  inReview: "work",
  asks: "wait",
  failed: "bad",
  completed: "ok",
  cancelled: "plain",
} as const;

function LiveTask({ task, state, names, onClose }: { task: Task } & Place): ReactNode {
  const { view } = state;
  const reasons = blockedReasons(view, task);
  const sign = signOf({ kind: "live", id: task.id, task, blocked: reasons });
  const holdsUp = dependantsOf(view, task.id);
  const created = useSince(task.createdAt, { ago: true });
  const ttl = Math.round((task.lease?.ttlS ?? 0) / 60);
  const { progress } = task;
  const waits = reasons.flatMap((one) => (one.kind === "waits_on_human" ? one.decisionId : []));
  const asked = Object.values(view.decisions).filter(
    ({ id, subject }) => waits.includes(id) || ("taskId" in subject && subject.taskId === task.id),
  );
  const clock = clockOf(view, task);
  return (
    <>
      <h3 className="ts-title">{plainText(task.title)}</h3>
      {asked.map((decision) => (
        <DecisionCard
          key={decision.id}
          room={view.roomId}
          roomName={view.name}
          decision={decision}
          canAnswer={may(state, "answerDecision")}
        />
      ))}
      {may(state, "retryTask") && <TaskActions task={task} state={state} names={names} onDone={onClose} />}
      <dl className="kv ts-facts">
        <dt>State</dt>
        <dd>
          <Tag tone={TONE[sign]}>{SIGN[sign]}</Tag>
        </dd>
        <dt>Role</dt>
        <dd>{names.role(task.role)}</dd>
        {task.lease && (
          <>
            <dt>Held by</dt>
            <dd>
              {names.agent(task.lease.agentId)}, <Since at={task.lease.claimedAt} />
            </dd>
            <dt>Lease</dt>
            <dd>{`fence ${task.lease.fence}; released after ${ttl} min without a sign of life`}</dd>
          </>
        )}
        {reasons.length > 0 && (
          <>
            <dt>Blocked because</dt>
            <dd>
              <WhyBlocked reasons={reasons} />
            </dd>
          </>
        )}
        {task.lastEnd && (
          <>
            <dt>Last attempt</dt>
            <dd>{task.lastEnd.reason}</dd>
          </>
        )}
        <dt>Priority</dt>
        <dd>{PRIORITY[task.priority]}</dd>
        {task.state !== "failed" && (task.lease !== null || task.attempts > 0) && (
          <>
            <dt>Attempt</dt>
            <dd>{`${task.attempts + 1} of ${attemptsOf(task)}`}</dd>
          </>
        )}
        <ErrorsFact view={view} of={task.id} />
        <BranchFact view={view} keyOf={lineageOf(view, task).key} />
        <TaskLinks title="Other versions" ids={versionsOf(view, task.id)} />
        <TaskLinks title="Requires" ids={task.requires} />
        <TaskLinks title="Holds up" ids={holdsUp} />
        {task.fromTaskId && (
          <>
            <dt>Came from</dt>
            <dd>
              <TaskLink id={task.fromTaskId} />
            </dd>
          </>
        )}
        <dt>Time limit</dt>
        <dd>
          {secondsText(task.timeoutS)}
          {clock && <ClockFact clock={clock} />}
        </dd>
        <dt>Created</dt>
        <dd>{say`${task.createdBy.name}, ${created}`}</dd>
      </dl>
      <Blockers task={task} room={view.name} />
      {task.review && task.review.round > 0 && <LiveReviews task={task} room={view.name} names={names} />}
      {progress && (
        <>
          {progress.action && <List title="Doing now" items={[progress.action]} />}
          <List title="Checks so far" items={(progress.checks ?? []).map(checkText)} />
          <List title="Done so far" items={progress.completed} />
          <List title="Still to do" items={progress.remaining} />
          <List title="Files" items={progress.artifacts.map((artifact) => artifact.path)} mono />
        </>
      )}
      <Section title="Instruction">
        <RichText text={task.instruction} />
      </Section>
      <List title="Done when" items={task.successCriteria} />
      <Outputs outputs={task.outputs} progress={progress} result={null} />
      <List title="May change" items={task.boundaries.allowed} mono />
      <List title="Only inside the session’s limits" items={task.boundaries.within ?? []} mono />
      <List title="Must not change" items={task.boundaries.forbidden} mono />
      <List
        title="Also allowed"
        items={(task.boundaries.lifted ?? []).map(
          ({ paths, by, reason }) => say`${paths.join(", ")}, by ${by}: ${reason}`,
        )}
      />
    </>
  );
}

/** When the time of a held task is up, or what its clock is paused for. */
function ClockFact({ clock: { dueAt, pausedFor } }: { clock: TaskClock }): ReactNode {
  const isPast = useNow() >= dueAt;
  const left = useUntil(dueAt);
  if (pausedFor) return `, ${DETAIL_PAUSED[pausedFor]}`;
  return isPast ? null : `, due ${left}`;
}

/** The way to the errors that its agents reported. */
function ErrorsFact({ view, of }: { view: RoomView; of: string }): ReactNode {
  const known = Object.values(view.errors.workers ?? {}).flatMap(({ counted, stop }) => [
    ...counted,
    ...(stop?.errors ?? []),
  ]);
  if (!known.some(({ taskId }) => taskId === of)) return null;
  const to = { to: "/rooms/$room/errors", params: { room: view.name }, search: { of } } as const;
  return (
    <>
      <dt>Errors</dt>
      <dd>
        <Link className="link" {...to}>
          Show what was reported
        </Link>
      </dd>
    </>
  );
}

/** The branch on which it is worked, if a runner has one. */
function BranchFact({ view, keyOf }: { view: RoomView; keyOf: string }): ReactNode {
  const branch = view.branches[keyOf];
  if (!branch) return null;
  return (
    <>
      <dt>Branch</dt>
      <dd>
        <Link className="link mono" to="/rooms/$room/branches/$branch" params={{ room: view.name, branch: keyOf }}>
          {branch.name}
        </Link>
      </dd>
    </>
  );
}

/** Every round's verdicts and the result are in the tables; the room's view has the last ones. */
function LiveReviews({ task, room, names }: { task: Task; room: string; names: Names }): ReactNode {
  const query = useWholeTask(room, task.id, task);
  if (!query.data) return null;
  const { result } = query.data.task;
  return (
    <>
      <Section title="Reviews">
        <ReviewRounds reviews={query.data.reviews} names={names} />
      </Section>
      {result && <Result room={room} taskId={task.id} result={result} />}
    </>
  );
}

/** An ended task is no longer in the room's view; the tables still have it. */
function EndedTask({ taskId, view, names }: { taskId: string; view: RoomView; names: Names }): ReactNode {
  const query = useWholeTask(view.name, taskId as TaskId, undefined);
  if (query.isPending) return <SkeletonRows rows={4} />;
  if (query.isError)
    return <Empty title="This task isn't here">It may have ended long ago, or the link is mistyped.</Empty>;
  return <EndedFacts {...query.data} view={view} names={names} />;
}

function EndedFacts({ task, reviews, view, names }: Reply<"getTask"> & { view: RoomView; names: Names }): ReactNode {
  return (
    <>
      <h3 className="ts-title">{plainText(task.title)}</h3>
      <dl className="kv ts-facts">
        <dt>State</dt>
        <dd>
          <Tag tone={task.state === "completed" ? "ok" : "plain"}>{STATE[task.state]}</Tag>{" "}
          {task.unreviewed && <Tag tone="warn">unreviewed</Tag>}
        </dd>
        <dt>Role</dt>
        <dd>{names.role(task.role)}</dd>
        {task.lastHolder && (
          <>
            <dt>Done by</dt>
            <dd>{names.agent(task.lastHolder)}</dd>
          </>
        )}
        <TaskLinks title="Other versions" ids={versionsOf(view, task.id)} />
        <TaskLinks title="Requires" ids={task.requires} />
        <dt>Time limit</dt>
        <dd>{secondsText(task.timeoutS)}</dd>
        {task.endedAt !== null && (
          <>
            <dt>{STATE[task.state]}</dt>
            <dd>
              <Since at={task.endedAt} ago />
            </dd>
          </>
        )}
        <ErrorsFact view={view} of={task.id} />
        <BranchFact view={view} keyOf={task.id} />
      </dl>
      {reviews.length > 0 && (
        <Section title="Reviews">
          <ReviewRounds reviews={reviews} names={names} />
        </Section>
      )}
      {task.result && <Result room={view.name} taskId={task.id} result={task.result} />}
      <Outputs outputs={task.outputs} progress={task.progress} result={task.result ?? {}} />
      <Section title="Instruction">
        <RichText text={task.instruction} />
      </Section>
    </>
  );
}
