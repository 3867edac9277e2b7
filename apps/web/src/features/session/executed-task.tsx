import type { Reply } from "@squadroom/client/call";
import type { Decision } from "@squadroom/core/decision/decision";
import type { TaskId } from "@squadroom/core/kernel/ids";
import { liveTask } from "@squadroom/core/task/order";
import { type ReactNode, Suspense } from "react";
import { may } from "../../live/allowed.ts";
import { explain } from "../../live/api.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Bar } from "../../ui/bar.tsx";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { plainText } from "../../words/plain-text.ts";
import { FileFinding, StoredDiff } from "../diff/index.ts";
import { openTask, Result, ReviewRounds, useWholeTask } from "../task/index.ts";
import { SectionHead } from "./proposal-head.tsx";
import "./fold.css";

type Whole = Reply<"getTask">;
type Judged = Whole["reviews"][number];

/** One task of the plan: what was done, what its reviewers found in each round, beside the change itself. */
export function ExecutedTask({
  state,
  names,
  taskId,
  asked,
}: {
  state: RoomState;
  names: Names;
  taskId: TaskId;
  asked: Decision | undefined;
}): ReactNode {
  const room = state.view.name;
  const live = liveTask(state.view, taskId);
  const query = useWholeTask(room, taskId, live);
  if (query.isPending) return <SkeletonRows rows={4} />;
  if (query.isError) return <Note tone="bad">{explain(query.error).message}</Note>;
  const { task, reviews } = query.data;
  const progress = live?.lease ? live.progress : null;
  const [latest] = reviews;
  const ofRound = reviews.filter(({ round }) => round === latest?.round);
  return (
    <section className="xt" aria-label={taskId}>
      <header className="xt-head">
        <h3>{asked ? `${taskId} was rejected. What next?` : plainText(task.title)}</h3>
        <Button kind="ghost" onClick={() => openTask(taskId)}>
          {`Open ${taskId}`}
        </Button>
      </header>
      {asked && <p className="muted">{plainText(task.title)}</p>}
      {progress && (
        <div className="xt-now">
          <p>{progress.action ?? "at work"}</p>
          {progress.percent !== undefined && <Bar percent={progress.percent} label={`${taskId}: Progress`} />}
        </div>
      )}
      {reviews.length > 0 && <ReviewRounds reviews={reviews} names={names} />}
      {task.result ? (
        <Change
          room={room}
          canComment={may(state, "commentLines")}
          taskId={taskId}
          result={task.result}
          ofRound={ofRound}
        />
      ) : (
        <RichText text={task.instruction} />
      )}
    </section>
  );
}

/** The round's verdicts, what was done, and the change with the findings in place. */
function Change({
  room,
  canComment,
  taskId,
  result,
  ofRound,
}: {
  room: string;
  canComment: boolean;
  taskId: TaskId;
  result: NonNullable<Whole["task"]["result"]>;
  ofRound: readonly Judged[];
}): ReactNode {
  const { diff, ...rest } = result;
  const findings = ofRound.flatMap(({ verdict }) => verdict?.findings ?? []);
  const mustFix = ofRound.flatMap(({ verdict }) => verdict?.mustFix ?? []);
  const spoken = ofRound.filter(({ verdict }) => verdict !== null);
  return (
    <>
      {spoken.map(({ role, by, verdict }) => (
        <div key={role} className="xt-said">
          <p className="small muted">{by?.name ?? "A person"}</p>
          <RichText text={verdict?.summary ?? ""} />
        </div>
      ))}
      {mustFix.length > 0 && (
        <div>
          <SectionHead title="Must change" />
          <ul className="se-points">
            {mustFix.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {diff ? (
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <StoredDiff
            room={room}
            fileId={diff.id}
            findings={findings}
            subject={canComment ? { task: taskId } : undefined}
          />
        </Suspense>
      ) : (
        findings.map((finding) => (
          <FileFinding key={`${finding.file} ${finding.line} ${finding.issue}`} finding={finding} />
        ))
      )}
      <details className="se-fold" open={ofRound.length === 0}>
        <summary>What was reported</summary>
        <Result room={room} taskId={taskId} result={rest} />
      </details>
    </>
  );
}
