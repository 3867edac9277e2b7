import type { ArtifactRow } from "@squadroom/core/artifact/contract";
import { sizeText } from "@squadroom/core/attachment/attachment";
import { type ReactNode, Suspense } from "react";
import { Since } from "../../clock/time.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { plainText } from "../../words/plain-text.ts";
import { ReportedFile } from "../diff/index.ts";
import { STAGE } from "./words.ts";
import "./artifact.css";

/** One artifact: what is known about it, and its content or diff as far as the room has it. */
export function ArtifactDialog({
  room,
  artifact,
  onClose,
}: {
  room: string;
  artifact: ArtifactRow;
  onClose: () => void;
}): ReactNode {
  const { path, taskId, output, producer, stage, size, hash, at } = artifact;
  return (
    <Dialog onClose={onClose} title={path} width={960}>
      <dl className="kv ar-kv">
        <dt>Task</dt>
        <dd className="mono">{taskId}</dd>
        {output !== null && (
          <>
            <dt>Output</dt>
            <dd>{plainText(output)}</dd>
          </>
        )}
        {producer !== null && (
          <>
            <dt>By</dt>
            <dd>{plainText(producer)}</dd>
          </>
        )}
        <dt>Stage</dt>
        <dd>{STAGE[stage]}</dd>
        {size !== null && (
          <>
            <dt>Size</dt>
            <dd>{sizeText(size)}</dd>
          </>
        )}
        <dt>Reported</dt>
        <dd>
          <Since at={at} ago />
        </dd>
      </dl>
      <Suspense fallback={<p className="muted">Loading…</p>}>
        <ReportedFile room={room} made={artifact} />
      </Suspense>
      {hash !== null && (
        <details className="ar-hash small muted">
          <summary>Hash of its content</summary>
          <span className="mono">{hash}</span>
        </details>
      )}
    </Dialog>
  );
}
