import type { Artifact, TaskResult } from "@squadroom/core/task/result";
import type { ReactNode } from "react";
import { numbered } from "../../ui/numbered.ts";
import { wordsOf } from "../../words/words-of.ts";
import { Attached } from "../attachment/index.ts";
import { openTask } from "../task/index.ts";
import "./feed.css";

/** Files that are named; the task's sheet has all. */
const NAMED = 4;

const MARK: Record<Artifact["status"] | "changed", "A" | "M" | "D"> = {
  created: "A",
  modified: "M",
  deleted: "D",
  changed: "M",
};

/** The files that a result names: those that its agent reported, else those of its diff; and the diff itself. */
export function ResultFiles({
  roomId,
  taskId,
  result,
}: {
  roomId: string;
  taskId: string | null;
  result: TaskResult;
}): ReactNode {
  const { t } = wordsOf("log");
  const { diff, changes } = result;
  const files = filesOf(result);
  if (files.length === 0 && !diff) return null;
  const count = Math.max(files.length, changes?.fileCount ?? 0);
  return (
    <div className="ev-files">
      <ul aria-label={t("files.label", { count })}>
        {numbered(files.slice(0, NAMED)).map(({ at, item: { path, status } }) => (
          <li key={at}>
            <abbr className={`ev-mark ev-mark-${MARK[status]}`} title={t(`files.${status}`)}>
              {MARK[status]}
            </abbr>
            <span className="mono" title={path}>
              {path}
            </span>
          </li>
        ))}
        {taskId !== null && (
          <li>
            <button type="button" className="ev-show" onClick={() => openTask(taskId)}>
              {count > NAMED
                ? t("files.more", { count: count - NAMED, task: taskId })
                : t("files.open", { task: taskId })}
            </button>
          </li>
        )}
        {changes && (
          <li className="nowrap">
            {t("files.size", { added: changes.added, removed: changes.removed })}
          </li>
        )}
      </ul>
      {diff && <Attached roomId={roomId} files={[diff]} />}
    </div>
  );
}

type NamedFile = { path: string; status: Artifact["status"] | "changed" };

export function filesOf({ artifacts, changes }: TaskResult): readonly NamedFile[] {
  if (artifacts.length > 0) return artifacts;
  return (changes?.files ?? []).map((path) => ({ path, status: "changed" }));
}
