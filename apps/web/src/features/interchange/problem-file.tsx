import { counted } from "@squadroom/core/kernel/words";
import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../../ui/icon.tsx";
import { type Problem, SIGNS } from "./problem-signs.ts";
import { type Source, textIn } from "./source.ts";
import "./import-screen.css";

/** Lines drawn around the one that is meant. */
const BEFORE = 40;
const SHOWN = 200;

/** The file that a problem names, line by line, with what is said about them. */
export function ProblemFile({
  source,
  problem,
  problems,
}: {
  source: Source;
  problem: Problem;
  problems: readonly Problem[];
}): ReactNode {
  const { file, line } = problem;
  const text = textIn(source, file);
  const lines = text === null ? [] : text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
  const from = Math.max(0, (line ?? 1) - BEFORE);
  const said = problems.filter((one) => one.file === file);
  const current = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another problem has another line
  useEffect(() => {
    const list = current.current?.parentElement;
    if (list && current.current) list.scrollTop = current.current.offsetTop - list.offsetTop - list.clientHeight / 3;
  }, [problem]);
  return (
    <aside className="im-side" aria-label="The file">
      <div className="im-file">
        <span className="mono strong">{file || "the whole folder"}</span>
        {text !== null && (
          <span className="small muted">
            {line === null ? counted(lines.length, "line") : `line ${line} of ${lines.length}`}
          </span>
        )}
      </div>
      {text !== null ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
        <ol className="im-lines" aria-label={file} tabIndex={0}>
          {lines.slice(from, from + SHOWN).map((one, i) => {
            const at = from + i + 1;
            const here = said.filter((other) => other.line === at);
            const level = here[0]?.level;
            return (
              <li key={at} ref={at === line ? current : undefined} className={clsx(level && `im-${level}`)}>
                <span className="small im-no">{at}</span>
                <code>{one}</code>
                {here.map(({ message, level: of }) => (
                  <p key={message} className="small im-said">
                    <Icon of={SIGNS[of]} size="s" />
                    <span>{message}</span>
                  </p>
                ))}
              </li>
            );
          })}
        </ol>
      ) : (
        file !== "" && (
          <p className="small muted">
            {source.left.includes(file) ? "This file was not read." : "This file is no text."}
          </p>
        )
      )}
      <section>
        <h3>Round trip</h3>
        <p className="small ink2">
          Unknown keys and files are kept. Exported again, everything is the same byte for byte, but for the problems
          listed here.
        </p>
      </section>
    </aside>
  );
}
