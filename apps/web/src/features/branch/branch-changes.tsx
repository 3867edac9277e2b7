import type { Branch } from "@squadroom/core/branch/branch";
import { counted } from "@squadroom/core/kernel/words";
import { readDiff } from "@squadroom/core/task/diff";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useMemo } from "react";
import { Since } from "../../clock/time.tsx";
import { call, explain } from "../../live/api.ts";
import { Note } from "../../ui/note.tsx";
import { DiffView } from "../diff/index.ts";

/** What it changes compared with what it started from; read again when it has moved. */
export function BranchChanges({ room, branch }: { room: string; branch: Branch }): ReactNode {
  const { key, head, at } = branch;
  const query = useQuery({
    queryKey: ["room", room, "branch", key, "changes", head, at],
    queryFn: () => call("getBranchChanges", { params: { room, branch: key } }),
    placeholderData: (before) => before,
  });
  const { data } = query;
  const files = useMemo(() => readDiff(data?.diff ?? "").files, [data?.diff]);
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const loading = <p className="muted">Loading the changes…</p>;
  return (
    <section aria-label="Changes">
      <h2>
        Changes{" "}
        {files.length > 0 && (
          <span className="small muted">{`${counted(files.length, "file")}, +${added} −${removed}`}</span>
        )}
      </h2>
      {query.isPending && loading}
      {query.isError && (
        <Note tone="bad" again={query.refetch}>
          {explain(query.error).message}
        </Note>
      )}
      {data && files.length === 0 && <p className="muted">No changes to show yet.</p>}
      {files.length > 0 && (
        <Suspense fallback={loading}>
          <DiffView files={files} findings={[]} />
        </Suspense>
      )}
      {data?.note && <Note>{data.note}</Note>}
      {data?.at != null && (
        <p className="small muted">
          As of <Since at={data.at} ago />.
        </p>
      )}
    </section>
  );
}
