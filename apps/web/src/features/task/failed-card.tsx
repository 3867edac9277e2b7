import type { Task } from "@squadroom/core/task/task";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useNow } from "../../clock/now.ts";
import { Since } from "../../clock/time.tsx";
import type { RoomState } from "../../live/room-state.ts";
import { Urgency } from "../../ui/urgency.tsx";
import "../../ui/ask.css";
import type { Names } from "../../live/names.ts";
import { plainText } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { TaskActions } from "./task-actions.tsx";

/** The open decision about a task that has failed for good: above the composer, where it cannot be missed. */
export function FailedCard({
  task,
  state,
  names,
  canSteer,
}: {
  task: Task;
  state: RoomState;
  names: Names;
  canSteer: boolean;
}): ReactNode {
  const { t } = wordsOf("task");
  const at = task.lastEnd?.at ?? task.createdAt;
  const hot = useNow(30_000) - at >= 20 * 60_000;
  return (
    <section
      className="ask failed-card"
      aria-label={t("failedCard.title", { task: task.id, n: task.attempts })}
    >
      <div className="ask-body">
        <Urgency of="high" />
        <div>
          <h3 className="strong">{t("failedCard.title", { task: task.id, n: task.attempts })}</h3>
          <p className="small muted">
            {plainText(task.title)}
            {task.lastEnd && <>. {task.lastEnd.reason}</>}
          </p>
        </div>
        <Since at={at} className={clsx("small nowrap", hot ? "you strong" : "muted")} />
      </div>
      {canSteer && (
        <div className="failed-acts">
          <TaskActions task={task} state={state} names={names} onDone={() => undefined} />
        </div>
      )}
    </section>
  );
}
