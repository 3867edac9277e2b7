import { readDiff } from "@squadroom/core/task/diff";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { call, explain } from "../../live/api.ts";
import { Note } from "../../ui/note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { say } from "../../words/say.tsx";
import { decoded } from "../attachment/index.ts";
import type { Subject } from "./commenting.ts";
import { DiffView } from "./diff-view.tsx";
import { type Finding, FindingNote } from "./finding-note.tsx";
import { isAbout } from "./is-about.ts";

/** The diff of a result, from the room's files, with its findings; those about no file in it come first. */
export function StoredDiff({
  room,
  fileId,
  findings = [],
  only,
  subject,
}: {
  room: string;
  fileId: string;
  findings?: readonly Finding[];
  /** Only this file. */
  only?: string | undefined;
  /** Its lines may be commented on, as changed by this. */
  subject?: Subject | undefined;
}): ReactNode {
  const query = useQuery({
    queryKey: ["attachment", room, fileId],
    queryFn: () => call("getAttachment", { params: { room, attachment: fileId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const content = query.data?.content;
  const files = useMemo(
    () =>
      (content === undefined ? [] : readDiff(decoded(content)).files).filter(
        ({ path }) => only === undefined || path === only,
      ),
    [content, only],
  );
  if (query.isError)
    return (
      <Note tone="bad" again={query.refetch}>
        {say`Couldn't load the changes: ${explain(query.error).message}`}
      </Note>
    );
  if (content === undefined) return <SkeletonRows rows={6} />;
  const others = findings.filter(({ file }) => !files.some(({ path }) => isAbout(path, file)));
  return (
    <>
      {files.length === 0 && (
        <Note>
          {only === undefined ? "The attached file isn't a unified diff." : "The task's diff doesn't have this file."}
        </Note>
      )}
      {others.map((finding) => (
        <FileFinding key={`${finding.file} ${finding.line} ${finding.issue}`} finding={finding} />
      ))}
      <DiffView files={files} findings={findings} comments={subject && { room, subject }} />
    </>
  );
}

/** A finding whose file is not in sight. */
export function FileFinding({ finding }: { finding: Finding }): ReactNode {
  return (
    <div>
      <p className="mono small">{finding.file}</p>
      <FindingNote finding={finding} />
    </div>
  );
}
