import type { Reply } from "@squadroom/client/call";
import type { ReactNode } from "react";
import { numbered } from "../../ui/numbered.ts";
import { say } from "../../words/say.tsx";
import { LineActs } from "./line-acts.tsx";
import "./needs-look.css";

type Seen = Reply<"previewSquad">;

/** What is unclear: first what waits for a person, then what is settled, which folds while something waits. */
export function NeedsLook({
  seen,
  isWhole,
  left,
  onOpen,
  onChoose,
}: {
  seen: Seen;
  /** Everything from which the squad is read was sent. */
  isWhole: boolean;
  left: readonly { path: string; why: string }[];
  onOpen: (file: string) => void;
  onChoose: (file: string, line: number, role: string | null) => void;
}): ReactNode {
  const choices = seen.warnings.filter(({ choice }) => choice);
  const settled = seen.warnings.filter(({ choice, cut }) => !choice && !cut);
  const count = choices.length + settled.length + left.length;
  return (
    <section aria-label="Needs a look">
      <div className="sq-head">
        <h2>Needs a look</h2>
        <span className="muted">{count}</span>
        {isWhole && <span className="small muted">nothing is dropped</span>}
      </div>
      {count === 0 && <p className="muted">Nothing is unclear.</p>}
      <ol>
        {numbered(choices).map(({ at, item: { file, line, message, choice } }) => (
          <li key={at} className="sq-warn">
            <Place file={file} line={line} onOpen={onOpen} />
            <span className="small c-warn strong">your choice</span>
            <p className="ink2">{message}</p>
            {choice && line !== null && (
              <LineActs
                className="sq-look-acts"
                choice={choice}
                members={seen.members}
                onChoose={(role) => onChoose(file, line, role)}
              />
            )}
          </li>
        ))}
      </ol>
      {settled.length + left.length > 0 && (
        <details className="sq-settled" open={choices.length === 0}>
          <summary className="small muted">{`${settled.length + left.length} settled`}</summary>
          <ol>
            {numbered(settled).map(({ at, item: { file, line, message } }) => (
              <li key={at} className="sq-warn">
                <Place file={file} line={line} onOpen={onOpen} />
                <p className="ink2">{message}</p>
              </li>
            ))}
            {left.map(({ path, why }) => (
              <li key={path} className="sq-warn">
                <span className="mono">{path}</span>
                <p className="ink2">{say`Left out. ${why}`}</p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

function Place({
  file,
  line,
  onOpen,
}: {
  file: string;
  line: number | null;
  onOpen: (file: string) => void;
}): ReactNode {
  return (
    <button type="button" className="mono sq-place" onClick={() => onOpen(file)}>
      {line === null ? file : `${file}:${line}`}
    </button>
  );
}
