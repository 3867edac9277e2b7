import { counted, listed } from "@squadroom/core/kernel/words";
import { clsx } from "clsx";
import { FileDiff, FileText, TriangleAlert, X } from "lucide-react";
import { type ReactNode, Suspense, useId, useState } from "react";
import { useSince } from "../../clock/time.tsx";
import { explain } from "../../live/api.ts";
import { useNarrow } from "../../panel/use-wide.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Note } from "../../ui/note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { ReportedFile } from "../diff/index.ts";
import { type Asked, type Grounds as Known, useGrounds } from "./use-grounds.ts";
import "./grounds.css";

type Document = Known["documents"][number];

/** How much is shown at first; on a phone, the answers come right after it. */
const WIDE = { warnings: 5, documents: 6 };
const NARROW = { warnings: 1, documents: 1 };

/** On what grounds a person decides: what speaks against a yes, then documents and changes, which open beside it. */
export function Grounds({
  room,
  decision,
  instead = "",
  isRest = false,
}: {
  /** Its id. */
  room: string;
  decision: Asked;
  /** What is known anyhow, for as long as the grounds can't be loaded. */
  instead?: string;
  /** What speaks against a yes stands above, and who says what as well. */
  isRest?: boolean;
}): ReactNode {
  const query = useGrounds(room, decision);
  if (query.isError)
    return (
      <div className="grounds">
        <Note tone="bad" again={query.refetch}>
          {say`Couldn't load the documents: ${explain(query.error).message}`}
        </Note>
        {instead !== "" && <p className="small muted gr-instead">{plainText(instead)}</p>}
      </div>
    );
  if (query.isLoading) return <SkeletonRows rows={2} />;
  if (!query.data) return null;
  return <Loaded room={room} grounds={isRest ? { ...query.data, warnings: [], tasks: [] } : query.data} />;
}

function Loaded({ room, grounds }: { room: string; grounds: Known }): ReactNode {
  const { warnings, documents, tasks, left, since } = grounds;
  const isNarrow = useNarrow();
  const [isAll, setAll] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  const listId = useId();
  const said = tasks.filter((task) => task.said !== null);
  if (warnings.length + documents.length + said.length === 0) return null;
  const first = isNarrow ? NARROW : WIDE;
  const shownWarnings = isAll ? warnings : warnings.slice(0, first.warnings);
  const isCut = isNarrow && !isAll && warnings.length > 0;
  const shown = isAll ? documents : documents.slice(0, isCut ? 0 : first.documents);
  const hidden = [
    ...countedIf(warnings.length - shownWarnings.length, "warning"),
    ...countedIf(documents.length - shown.length, "document"),
  ];
  const reading = documents.find(({ path }) => path === open);
  const close = (): void => setOpen(null);
  return (
    <section className={clsx("grounds", isCut && "gr-cut")} aria-label="What it rests on">
      {shownWarnings.length > 0 && (
        <ul className="gr-warnings" aria-label="Warnings">
          {shownWarnings.map((text) => (
            <li key={text} className="c-warn">
              <Icon of={TriangleAlert} size="s" />
              <span>{plainText(text)}</span>
            </li>
          ))}
        </ul>
      )}
      {since && documents.length > 0 && !isCut && <Changed since={since} documents={documents} />}
      <div className={clsx("gr-beside", reading && !isNarrow && "gr-reading")}>
        {shown.length > 0 && (
          <ul className="gr-documents" id={listId} aria-label="Documents">
            {shown.map((one) => (
              <li key={one.path}>
                <button
                  type="button"
                  className="gr-document"
                  aria-expanded={open === one.path}
                  onClick={() => setOpen(open === one.path ? null : one.path)}
                >
                  <Icon of={one.file === null ? FileDiff : FileText} size="s" />
                  <span className="gr-path">{one.path}</span>
                  {since && one.at > since.at && <Tag tone="you">changed</Tag>}
                  <span className="small muted nowrap">{one.taskId}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {reading && !isNarrow && (
          <section className="gr-reader" aria-label={reading.path}>
            <p className="gr-reader-head">
              <span className="strong gr-path">{reading.path}</span>
              <IconButton icon={X} label="Close" className="end" onClick={close} />
            </p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled by keys too */}
            <div className="gr-text" tabIndex={0}>
              <Reader room={room} made={reading} />
            </div>
          </section>
        )}
      </div>
      {reading && isNarrow && (
        <Dialog side onClose={close} title={reading.path}>
          <Reader room={room} made={reading} />
        </Dialog>
      )}
      {hidden.length > 0 && (
        <Button kind="ghost" className="gr-more" onClick={() => setAll(true)}>
          {`Show ${listed(hidden)}${isCut ? "" : " more"}`}
        </Button>
      )}
      {isAll && left > 0 && <p className="small muted">{`${counted(left, "document")} more in the session`}</p>}
      {said.length > 0 && !(isNarrow && !isAll) && (
        <details className="gr-said">
          <summary>{`What ${said.length === 1 ? "its agent says" : `the agents of ${said.length} tasks say`}`}</summary>
          <ul>
            {said.map((task) => (
              <li key={task.id}>
                <span className="mono">{task.id}</span> <b className="strong">{plainText(task.title)}</b>
                <br />
                {plainText(task.said ?? "")}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function countedIf(count: number, noun: string): string[] {
  return count > 0 ? [counted(count, noun)] : [];
}

/** How many documents are new to the reader, and since when. */
function Changed({
  since,
  documents,
}: {
  since: NonNullable<Known["since"]>;
  documents: readonly Document[];
}): ReactNode {
  const ago = useSince(since.at, { ago: true });
  const count = documents.filter(({ at }) => at > since.at).length;
  const what = count === 0 ? "No document" : count === documents.length ? "Each document" : counted(count, "document");
  return (
    <p className="small muted">
      {since.answer === null
        ? `${what} changed since you last looked, ${ago}.`
        : say`${what} changed since you chose ${since.answer}, ${ago}.`}
    </p>
  );
}

function Reader({ room, made }: { room: string; made: Document }): ReactNode {
  return (
    <Suspense fallback={<p className="muted">Loading…</p>}>
      <ReportedFile key={made.path} room={room} made={made} before={made.before} />
    </Suspense>
  );
}
