import type { EndedTask } from "@squadroom/core/task/task";
import { type ReactNode, useState } from "react";
import { useIsPast } from "../../clock/now.ts";
import { Since } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { openTask } from "./open-task.ts";
import { TaskRow } from "./task-row.tsx";
import { type WorkRow, workOf } from "./work.ts";
import "../../ui/work-row.css";
import "./work-panel.css";

const GROUPS = {
  live: "In progress",
  failed: "Failed",
  ready: "Ready, in this order",
  blocked: "Blocked",
};

/** Rows of a group before "show more". */
const FIRST_ROWS = { live: 12, failed: 6, ready: 6, blocked: 5, done: 5 } as const;

/** What is running, what needs a person's word, what comes next, what is blocked and why. */
export function WorkPanel({
  state,
  names,
  queue,
}: {
  state: RoomState;
  names: Names;
  /** The waiting messages, which another feature shows. */
  queue: ReactNode;
}): ReactNode {
  const isPast = useIsPast();
  const { view } = state;
  const work = workOf(view);
  const isEmpty = view.tasks.length === 0 && view.ended.length === 0;
  return (
    <section className="work">
      <h2 className="label">{isPast ? "At that time" : "Now"}</h2>
      {queue}
      {isEmpty && <p className="small muted work-none">No tasks yet. Your first message becomes one.</p>}
      <Group kind="failed" rows={work.failed} names={names} />
      <Group kind="live" rows={work.live} names={names} />
      <Group kind="ready" rows={work.ready} names={names} />
      <Group kind="blocked" rows={work.blocked} names={names} />
      <Ended tasks={view.ended} total={work.done} />
    </section>
  );
}

function Group({
  kind,
  rows,
  names,
}: {
  kind: "live" | "failed" | "ready" | "blocked";
  rows: readonly WorkRow[];
  names: Names;
}): ReactNode {
  const [all, setAll] = useState(false);
  if (rows.length === 0) return null;
  const shown = all ? rows : rows.slice(0, FIRST_ROWS[kind]);
  return (
    <div className="work-group">
      <h3 className="label">
        {GROUPS[kind]}
        <span>{rows.length}</span>
      </h3>
      <ul>
        {shown.map((row) => (
          <TaskRow key={row.task.id} row={row} names={names} />
        ))}
      </ul>
      {shown.length < rows.length && (
        <button type="button" className="work-more" onClick={() => setAll(true)}>
          {`Show ${rows.length - shown.length} more`}
        </button>
      )}
    </div>
  );
}

function Ended({ tasks, total }: { tasks: readonly EndedTask[]; total: number }): ReactNode {
  const [all, setAll] = useState(false);
  if (tasks.length === 0) return null;
  const shown = all ? tasks : tasks.slice(0, FIRST_ROWS.done);
  return (
    <div className="work-group">
      <h3 className="label">
        Recently done
        <span>{`${total} in all`}</span>
      </h3>
      <ul>
        {shown.map((task) => (
          <li key={task.id}>
            <button type="button" className="work-row done" onClick={() => openTask(task.id)} title={task.title}>
              <span className="work-title">
                <span className="work-id">{task.id}</span> {plainText(task.title)}
              </span>
              <Since at={task.at} short className="work-since" />
              <span className="work-meta dots">
                <span>{task.state === "completed" ? say`by ${task.by}` : say`cancelled by ${task.by}`}</span>
                {task.unreviewed && <Tag tone="warn">unreviewed</Tag>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < tasks.length && (
        <button type="button" className="work-more" onClick={() => setAll(true)}>
          {`Show ${tasks.length - shown.length} more`}
        </button>
      )}
    </div>
  );
}
