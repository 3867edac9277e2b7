import { type ReactNode, useState } from "react";
import { numbered } from "../../ui/numbered.ts";
import { wordsOf } from "../../words/words-of.ts";
import { type DiffFile, type DiffLine, type Hunk, isAbout } from "./diff.ts";
import { type Finding, FindingNote } from "./review-findings.tsx";
import "./diff-view.css";

/** Lines of one file that are drawn; a longer change is read in its repository. */
const LINES_MAX = 2_000;

/** What changed, file by file, with each finding under the line that it is about. */
export function DiffView({
  files,
  findings,
}: {
  files: readonly DiffFile[];
  findings: readonly Finding[];
}): ReactNode {
  const { t } = wordsOf("session");
  const [wanted, setWanted] = useState<string | null>(null);
  const of = (path: string) => findings.filter(({ file }) => isAbout(path, file));
  const first = files.find(({ path }) => of(path).length > 0) ?? files[0];
  const file = files.find(({ path }) => path === wanted) ?? first;
  if (!file) return null;
  return (
    <section className="df" aria-label={t("diff.label")}>
      <div className="df-head">
        <fieldset className="df-files" aria-label={t("diff.files")}>
          {files.map(({ path }) => (
            <button
              key={path}
              type="button"
              aria-pressed={path === file.path}
              title={path}
              onClick={() => setWanted(path)}
            >
              {path.split("/").at(-1)}
              {of(path).length > 0 && <span className="df-count">{of(path).length}</span>}
            </button>
          ))}
        </fieldset>
        <span className="small muted nowrap">
          {t("diff.size", { added: file.added, removed: file.removed })}
        </span>
      </div>
      <FileLines key={file.path} file={file} findings={of(file.path)} />
    </section>
  );
}

function FileLines({
  file,
  findings,
}: {
  file: DiffFile;
  findings: readonly Finding[];
}): ReactNode {
  const { t } = wordsOf("session");
  const lines = new Set(file.hunks.flatMap(({ lines }) => lines.map(({ after }) => after)));
  const isPlaced = ({ line }: Finding) => line !== undefined && line > 0 && lines.has(line);
  let left = LINES_MAX;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keys too
    <section className="df-lines" tabIndex={0} aria-label={file.path}>
      {numbered(findings.filter((finding) => !isPlaced(finding))).map(({ at, item }) => (
        <FindingNote key={at} finding={item} />
      ))}
      {numbered(file.hunks).map(({ at, item }) => {
        const shown = item.lines.slice(0, Math.max(0, left));
        left -= item.lines.length;
        return <HunkLines key={at} hunk={{ ...item, lines: shown }} findings={findings} />;
      })}
      {left < 0 && <p className="df-gap">{t("diff.more", { count: -left })}</p>}
    </section>
  );
}

function HunkLines({ hunk, findings }: { hunk: Hunk; findings: readonly Finding[] }): ReactNode {
  const { t } = wordsOf("session");
  return (
    <>
      {hunk.skipped > 0 && <p className="df-gap">{t("diff.same", { count: hunk.skipped })}</p>}
      {hunk.lines.map((line) => (
        <LineAndNotes
          key={`${line.before ?? "+"} ${line.after ?? "-"}`}
          line={line}
          notes={findings.filter((finding) => line.after !== null && finding.line === line.after)}
        />
      ))}
    </>
  );
}

const SIGNS: Record<DiffLine["kind"], string> = { same: "", added: "+", removed: "−" };

function LineAndNotes({ line, notes }: { line: DiffLine; notes: readonly Finding[] }): ReactNode {
  const { t } = wordsOf("session");
  return (
    <>
      <div className={`df-line df-${line.kind}`}>
        <span className="df-no">{line.before}</span>
        <span className="df-no">{line.after}</span>
        <span className="df-sign">
          {SIGNS[line.kind]}
          {line.kind !== "same" && <span className="sr">{t(`diff.${line.kind}`)}</span>}
        </span>
        <code>{line.text}</code>
      </div>
      {numbered(notes).map(({ at, item }) => (
        <FindingNote key={at} finding={item} />
      ))}
    </>
  );
}
