import { spelled } from "@squadroom/core/kernel/visible";
import type { DiffFile, DiffLine, Hunk } from "@squadroom/core/task/diff";
import { type ReactNode, useState } from "react";
import { numbered } from "../../ui/numbered.ts";
import { CommentForm } from "./comment-form.tsx";
import type { Place, Subject } from "./commenting.ts";
import { type Finding, FindingNote } from "./finding-note.tsx";
import { isAbout } from "./is-about.ts";
import "./diff-view.css";

/** Lines of one file that are drawn at first, and at most; a longer change is read in its repository. */
const LINES_FIRST = 300;
const LINES_MAX = 5_000;

/** What changed, file by file, with each finding below the line that it is about. */
export function DiffView({
  files,
  findings,
  comments,
}: {
  files: readonly DiffFile[];
  findings: readonly Finding[];
  /** The subject of comments on its lines; left out: no comments. */
  comments?: Comments | undefined;
}): ReactNode {
  const [wanted, setWanted] = useState<string | null>(null);
  const of = (path: string) => findings.filter(({ file }) => isAbout(path, file));
  const first =
    files.find(({ path }) => of(path).length > 0) ?? files.find(({ hunks }) => hunks.length > 0) ?? files[0];
  const file = files.find(({ path }) => path === wanted) ?? first;
  if (!file) return null;
  return (
    <section className="df" aria-label="What changed">
      <fieldset className="df-files" aria-label="Files">
        {files.map((one) => (
          <button
            key={one.path}
            type="button"
            aria-pressed={one.path === file.path}
            title={one.path}
            onClick={() => setWanted(one.path)}
          >
            <span className="ell">{shortName(one.path, files)}</span>
            <Size of={one} />
            {of(one.path).length > 0 && <span className="df-count">{of(one.path).length}</span>}
          </button>
        ))}
      </fieldset>
      <FileLines key={file.path} file={file} findings={of(file.path)} comments={comments} />
    </section>
  );
}

/** The last part of its path, or as many as distinguish it from the others. */
function shortName(path: string, files: readonly DiffFile[]): string {
  const parts = path.split("/");
  for (let count = 1; count < parts.length; count++) {
    const end = parts.slice(-count).join("/");
    const alike = files.filter((one) => one.path === end || one.path.endsWith(`/${end}`));
    if (alike.length === 1) return end;
  }
  return path;
}

function Size({ of: { added, removed } }: { of: DiffFile }): ReactNode {
  return (
    <span className="df-size">
      {added > 0 && <span>+{added}</span>}
      {removed > 0 && <span>−{removed}</span>}
    </span>
  );
}

function FileLines({
  file,
  findings,
  comments,
}: {
  file: DiffFile;
  findings: readonly Finding[];
  comments: Comments | undefined;
}): ReactNode {
  const [place, setPlace] = useState<Place | null>(null);
  const marks: Marks | null = comments
    ? { ...comments, place, choose: (next) => setPlace(next), file: file.path }
    : null;
  const lines = new Set(file.hunks.flatMap(({ lines }) => lines.map(({ after }) => after)));
  const isPlaced = ({ line }: Finding) => line !== undefined && line > 0 && lines.has(line);
  const all = file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  // Findings are never folded away.
  const [isWhole, setWhole] = useState(findings.some(isPlaced));
  const most = isWhole ? LINES_MAX : LINES_FIRST;
  let left = most;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keys too
    <section className="df-lines" tabIndex={0} aria-label={file.path}>
      {numbered(findings.filter((finding) => !isPlaced(finding))).map(({ at, item }) => (
        <FindingNote key={at} finding={item} />
      ))}
      {file.hunks.length === 0 && (
        <p className="df-gap">No lines: the file is binary, or only its name or mode changed.</p>
      )}
      {numbered(file.hunks).map(({ at, item }) => {
        if (left <= 0) return null;
        const shown = item.lines.slice(0, left);
        left -= shown.length;
        return <HunkLines key={at} hunk={{ ...item, lines: shown }} findings={findings} marks={marks} />;
      })}
      {all > most &&
        (isWhole ? (
          <p className="df-gap">{`${all - most} more ${all - most === 1 ? "line is" : "lines are"} not shown`}</p>
        ) : (
          <button type="button" className="df-gap df-more" onClick={() => setWhole(true)}>
            {`Show ${all - most} more ${all - most === 1 ? "line" : "lines"}`}
          </button>
        ))}
    </section>
  );
}

function HunkLines({
  hunk,
  findings,
  marks,
}: {
  hunk: Hunk;
  findings: readonly Finding[];
  marks: Marks | null;
}): ReactNode {
  return (
    <>
      {hunk.skipped > 0 && (
        <p className="df-gap">{`${hunk.skipped} unchanged ${hunk.skipped === 1 ? "line" : "lines"}`}</p>
      )}
      {numbered(hunk.lines).map(({ at, item: line }) => (
        <LineAndNotes
          key={at}
          line={line}
          notes={findings.filter((finding) => line.after !== null && finding.line === line.after)}
          // In a merge: a line that only the other side had.
          marks={line.before === null && line.after === null ? null : marks}
        />
      ))}
    </>
  );
}

const SIGNS: Record<DiffLine["kind"], string> = { same: "", added: "+", removed: "−" };

function LineAndNotes({
  line,
  notes,
  marks,
}: {
  line: DiffLine;
  notes: readonly Finding[];
  marks: Marks | null;
}): ReactNode {
  const own = sideOf(line);
  const text = spelled(line.text);
  const [indent = ""] = /^\s*/.exec(text) ?? [];
  const place = marks?.place;
  const isIn = place && place.side === own.side && place.line <= own.line && own.line <= place.endLine;
  return (
    <>
      <div className={`df-line df-${line.kind}`} data-chosen={isIn || undefined}>
        {marks ? (
          <button
            type="button"
            className="df-at"
            aria-label={own.side === "old" ? `Comment on line ${own.line} as it was` : `Comment on line ${own.line}`}
            onClick={(event) => marks.choose(chosen(marks, own, event.shiftKey))}
          >
            <span className="df-no">{line.before}</span>
            <span className="df-no">{line.after}</span>
          </button>
        ) : (
          <>
            <span className="df-no">{line.before}</span>
            <span className="df-no">{line.after}</span>
          </>
        )}
        <span className="df-sign">
          {SIGNS[line.kind]}
          {line.kind !== "same" && <span className="sr">{line.kind}</span>}
        </span>
        <code>
          {indent}
          <span>{text.slice(indent.length)}</span>
        </code>
      </div>
      {numbered(notes).map(({ at, item }) => (
        <FindingNote key={at} finding={item} />
      ))}
      {marks && place?.side === own.side && place.endLine === own.line && (
        <CommentForm
          key={`${place.side} ${place.line}`}
          room={marks.room}
          subject={marks.subject}
          place={place}
          onClose={() => marks.choose(null)}
        />
      )}
    </>
  );
}

interface Comments {
  room: string;
  subject: Subject;
}
interface Marks extends Comments {
  file: string;
  /** The lines about which somebody writes. */
  place: Place | null;
  choose: (place: Place | null) => void;
}

/** A removed line belongs to the file before; any other to the file after. */
function sideOf({ before, after }: DiffLine): Pick<Place, "side" | "line"> {
  return after === null ? { side: "old", line: before ?? 0 } : { side: "new", line: after };
}

/** This line alone, or together with those chosen before; the same line again: none. */
function chosen({ file, place }: Marks, own: Pick<Place, "side" | "line">, isMore: boolean): Place | null {
  const alone = { file, ...own, endLine: own.line };
  if (!place || place.side !== own.side) return alone;
  if (!isMore) return place.line === own.line && place.endLine === own.line ? null : alone;
  return {
    ...place,
    line: Math.min(place.line, own.line),
    endLine: Math.max(place.endLine, own.line),
  };
}
