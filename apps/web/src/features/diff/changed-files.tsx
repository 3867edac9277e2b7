import { counted } from "@squadroom/core/kernel/words";
import type { Artifact, TaskResult } from "@squadroom/core/task/result";
import { type ReactNode, useState } from "react";
import { late } from "../../ui/late.tsx";
import { numbered } from "../../ui/numbered.ts";
import "./changed-files.css";

const LIST = {
  created: "Created",
  modified: "Changed",
  deleted: "Deleted",
  changed: "Changed",
};

export const DiffDialog = late(() => import("./diff-dialog.tsx").then((module) => module.DiffDialog));

const MARK: Record<Artifact["status"] | "changed", "A" | "M" | "D"> = {
  created: "A",
  modified: "M",
  deleted: "D",
  changed: "M",
};

/** What was done to a file, as one letter. */
export function StatusMark({ status }: { status: keyof typeof MARK }): ReactNode {
  return (
    <abbr className={`cf-mark cf-mark-${MARK[status]}`} title={LIST[status]}>
      {MARK[status]}
    </abbr>
  );
}

/** The files of a result: those that its agent reported, otherwise those of its diff; and the way to the diff. */
export function ChangedFiles({
  room,
  taskId,
  result,
  most = Number.POSITIVE_INFINITY,
  children,
}: {
  /** Its name or its id. */
  room: string;
  taskId: string | null;
  result: Partial<TaskResult>;
  /** How many are named. */
  most?: number;
  /** Another way to continue from here. */
  children?: ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { diff, changes } = result;
  const files = filesOf(result);
  if (files.length === 0 && !diff) return null;
  const count = Math.max(files.length, changes?.fileCount ?? 0);
  const named = files.slice(0, most);
  return (
    <div className={most < Number.POSITIVE_INFINITY ? "cf cf-few" : "cf"}>
      <ul aria-label={counted(count, "file")}>
        {numbered(named).map(({ at, item: { path, status } }) => (
          <li key={at}>
            <StatusMark status={status} />
            <span className="mono" title={path}>
              {path}
            </span>
          </li>
        ))}
        {count > named.length && (
          <li>{`and ${count - named.length} more ${count - named.length === 1 ? "file" : "files"}`}</li>
        )}
      </ul>
      <p className="cf-acts">
        {changes && (
          <span className="nowrap">
            {counted(count, "file")}, {`+${changes.added} −${changes.removed}`}
          </span>
        )}
        {diff && (
          <button type="button" className="cf-show" onClick={() => setOpen(true)}>
            Show the changes
          </button>
        )}
        {children}
      </p>
      {diff && isOpen && <DiffDialog room={room} taskId={taskId} fileId={diff.id} onClose={() => setOpen(false)} />}
    </div>
  );
}

type NamedFile = { path: string; status: Artifact["status"] | "changed" };

function filesOf({ artifacts = [], changes }: Partial<TaskResult>): readonly NamedFile[] {
  if (artifacts.length > 0) return artifacts;
  return (changes?.files ?? []).map((path) => ({ path, status: "changed" }));
}
