import { counted } from "@squadroom/core/kernel/words";
import type { RunCheck } from "@squadroom/core/run/run";
import { readDiff } from "@squadroom/core/task/diff";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useMemo, useRef } from "react";
import { durationText, Since } from "../../clock/time.tsx";
import { call } from "../../live/api.ts";
import { Note } from "../../ui/note.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Term } from "../../ui/term.tsx";
import { say } from "../../words/say.tsx";
import { DiffView } from "../diff/index.ts";
import type { RunFacts } from "./run-facts.ts";
import { wordsOfError } from "./use-output.ts";
import "./changes.css";

interface Seen {
  at: number | null;
  diff: string;
  note: string | null;
}

/** What a run changed, as of its runner's last look: read again whenever the runner has looked again. */
function useChanges(room: string, run: RunFacts): UseQueryResult<Seen> {
  const query = useQuery({
    queryKey: ["room", room, "run", run.id, "changes"],
    queryFn: () => call("getRunChanges", { params: { room, run: run.id } }),
  });
  const lookedAt = run.live?.evidence?.at;
  const seen = useRef(lookedAt);
  const { refetch } = query;
  useEffect(() => {
    if (seen.current === lookedAt) return;
    seen.current = lookedAt;
    void refetch();
  }, [lookedAt, refetch]);
  return query;
}

/** The whole diff, file by file, and the checks that the runner ran on it. */
export function Changes({ room, run, canComment }: { room: string; run: RunFacts; canComment: boolean }): ReactNode {
  const query = useChanges(room, run);
  const { data } = query;
  const files = useMemo(() => readDiff(data?.diff ?? "").files, [data?.diff]);
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  return (
    <section className="run-changes" aria-label="Changes">
      <div className="run-head">
        <h2>Changes</h2>
        {files.length > 0 && (
          <span className="small muted">{`${counted(files.length, "file")}, +${added} −${removed}`}</span>
        )}
      </div>
      {query.isPending && <p className="muted run-line">Loading the changes</p>}
      {query.isError && (
        <Note tone="bad" again={query.refetch}>
          {say`Couldn't load the changes: ${wordsOfError(query.error)}`}
        </Note>
      )}
      {data && files.length === 0 && (
        <p className="muted run-line">
          {data.diff.trim() !== ""
            ? "The changes can't be shown as a diff."
            : run.ended
              ? "This run changed nothing."
              : `Nothing was handed on yet. The runner looks when the agent hands its work on.`}
        </p>
      )}
      {files.length > 0 && (
        <Suspense fallback={<p className="muted run-line">Loading the changes</p>}>
          <DiffView
            files={files}
            findings={[]}
            comments={canComment ? { room, subject: { run: run.id } } : undefined}
          />
        </Suspense>
      )}
      {data?.note && <Note>{data.note}</Note>}
      {data?.at != null && (
        <p className="small muted run-line">
          Looked at <Since at={data.at} ago />, when the agent handed its work on.
        </p>
      )}
      <Checks checks={run.live?.evidence?.checks ?? []} />
    </section>
  );
}

function Checks({ checks }: { checks: readonly RunCheck[] }): ReactNode {
  if (checks.length === 0) return null;
  return (
    <section className="run-checks" aria-label="Checks">
      <div className="run-head">
        <h2>Checks</h2>
        <span className="small muted">run by the runner</span>
      </div>
      <ul>
        {checks.map(({ name, command, passed, durationMs, output }) => (
          <li key={name}>
            <p className="run-check">
              <Tag tone={passed ? "ok" : "bad"}>{passed ? "passed" : "failed"}</Tag>
              <b>{name}</b>
              <span className="mono small muted run-command">{command}</span>
              <span className="small muted nowrap">{durationText(durationMs)}</span>
            </p>
            {output &&
              (passed ? (
                <details>
                  <summary className="small muted">Last lines</summary>
                  <Term label={say`Output of ${name}`} text={output} />
                </details>
              ) : (
                <Term label={say`Output of ${name}`} text={output} />
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
