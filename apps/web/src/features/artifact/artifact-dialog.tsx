import type { ArtifactRow } from "@squadroom/core/artifact/contract";
import { type Attachment, sizeText } from "@squadroom/core/attachment/attachment";
import { readDiff } from "@squadroom/core/task/diff";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import { Since } from "../../clock/time.tsx";
import { call, explain } from "../../live/api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { Segments } from "../../ui/segments.tsx";
import { plainText } from "../../words/plain-text.ts";
import { FileContent } from "../attachment/index.ts";
import { DiffView, StoredDiff } from "../diff/index.ts";
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
  const { path, taskId, output, producer, stage, size, hash, at, file, diff, branch } = artifact;
  const hasDiff = diff !== null || branch !== null;
  const [wants, setWants] = useState<"content" | "diff">(file ? "content" : "diff");
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
        {hash !== null && (
          <>
            <dt>Hash</dt>
            <dd className="mono ar-hash">{hash}</dd>
          </>
        )}
        <dt>Reported</dt>
        <dd>
          <Since at={at} ago />
        </dd>
      </dl>
      {file && hasDiff && (
        <Segments
          label="What to show"
          value={wants}
          options={[
            { value: "content", label: "Content" },
            { value: "diff", label: "Diff" },
          ]}
          onChange={setWants}
        />
      )}
      <Suspense fallback={<p className="muted">Loading…</p>}>
        {file && wants === "content" ? (
          <Content room={room} file={file} />
        ) : diff ? (
          <StoredDiff room={room} fileId={diff.id} only={path} subject={{ task: taskId }} />
        ) : branch !== null ? (
          <OnBranch room={room} branch={branch} path={path} />
        ) : (
          <Note>The room has no copy of this file: its agent reported it without content or diff.</Note>
        )}
      </Suspense>
    </Dialog>
  );
}

function Content({ room, file }: { room: string; file: Attachment }): ReactNode {
  const query = useQuery({
    queryKey: ["attachment", room, file.id],
    queryFn: () => call("getAttachment", { params: { room, attachment: file.id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.isError) return <Note tone="bad">{explain(query.error).message}</Note>;
  if (!query.data) return <p className="muted">Loading…</p>;
  return <FileContent file={file} content={query.data.content} />;
}

/** What its branch changes in it. */
function OnBranch({ room, branch, path }: { room: string; branch: string; path: string }): ReactNode {
  const query = useQuery({
    queryKey: ["room", room, "branch", branch, "changes"],
    queryFn: () => call("getBranchChanges", { params: { room, branch } }),
  });
  const files = useMemo(
    () => readDiff(query.data?.diff ?? "").files.filter((one) => one.path === path),
    [query.data?.diff, path],
  );
  if (query.isError) return <Note tone="bad">{explain(query.error).message}</Note>;
  if (!query.data) return <p className="muted">Loading…</p>;
  if (files.length === 0) return <Note>{query.data.note ?? "The branch doesn’t change this file."}</Note>;
  return <DiffView files={files} findings={[]} />;
}
