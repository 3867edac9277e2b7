import type { ArtifactRow } from "@squadroom/core/artifact/contract";
import type { Attachment } from "@squadroom/core/attachment/attachment";
import { readDiff } from "@squadroom/core/task/diff";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import { call, explain } from "../../live/api.ts";
import { DiffText } from "../../ui/diff-text.tsx";
import { Note } from "../../ui/note.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Segments } from "../../ui/segments.tsx";
import { decoded, FileContent } from "../attachment/index.ts";
import { DiffView } from "./diff-view.tsx";
import { StoredDiff } from "./stored-diff.tsx";
import "./reported-file.css";

const SHOWN = {
  changes: "Changes",
  content: "Content",
  diff: "Diff",
};

/** What is in a file that an agent reported: its content, its diff, or what changed since the version before. */
export function ReportedFile({
  room,
  made: { path, taskId, file, diff, branch },
  before = null,
}: {
  room: string;
  made: Pick<ArtifactRow, "path" | "taskId" | "file" | "diff" | "branch">;
  before?: Attachment | null;
}): ReactNode {
  const views = [
    ...(file ? (["content"] as const) : []),
    ...(file && before && before.sha256 !== file.sha256 ? (["changes"] as const) : []),
    ...(diff !== null || branch !== null ? (["diff"] as const) : []),
  ];
  const [wants, setWants] = useState<(typeof views)[number] | null>(null);
  const shown = wants ?? views[0];
  return (
    <div className="made">
      {views.length > 1 && shown && (
        <Segments
          label="What to show"
          value={shown}
          options={views.map((value) => ({ value, label: SHOWN[value] }))}
          onChange={setWants}
        />
      )}
      <Suspense fallback={<p className="muted">Loading…</p>}>
        {shown === "content" && file ? (
          <Content room={room} file={file} />
        ) : shown === "changes" && file && before ? (
          <Changes room={room} file={file} before={before} />
        ) : diff ? (
          <StoredDiff room={room} fileId={diff.id} only={path} subject={{ task: taskId }} />
        ) : branch !== null ? (
          <OnBranch room={room} branch={branch} path={path} />
        ) : (
          <Note>The room has no copy of this file: its agent reported it without content or diff.</Note>
        )}
      </Suspense>
    </div>
  );
}

function useContent(room: string, { id }: Attachment) {
  return useQuery({
    queryKey: ["attachment", room, id],
    queryFn: () => call("getAttachment", { params: { room, attachment: id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function Content({ room, file }: { room: string; file: Attachment }): ReactNode {
  const query = useContent(room, file);
  if (query.isError) return <Note tone="bad">{explain(query.error).message}</Note>;
  if (!query.data) return <p className="muted">Loading…</p>;
  const { content } = query.data;
  if (file.name.toLowerCase().endsWith(".md")) return <RichText className="read made-text" text={decoded(content)} />;
  return <FileContent file={file} content={content} />;
}

function Changes({ room, file, before }: { room: string; file: Attachment; before: Attachment }): ReactNode {
  const [then, now] = [useContent(room, before), useContent(room, file)];
  const failed = then.error ?? now.error;
  if (failed) return <Note tone="bad">{explain(failed).message}</Note>;
  if (!then.data || !now.data) return <p className="muted">Loading…</p>;
  return <DiffText before={decoded(then.data.content)} after={decoded(now.data.content)} />;
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
