import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import type { Entry } from "./entries.ts";

const PAST = {
  superseded: ({ by }) => `superseded by ${by}`,
  withdrawn: ({ who }) => say`withdrawn by ${who}`,
  gave_way: () => "made room for newer entries",
} satisfies Record<string, (of: { who: string; by: string }) => string>;

/** "Bo, Builder"; for a person the name; for what came with a squad its author there, whoever imported it. */
export function authorOf({ by, source }: Entry, names: Names): string {
  if (source) return plainText(source.by ?? source.file);
  const name = plainText(by.name);
  if (by.role === null) return name;
  const role = names.role(by.role);
  return name === role ? name : say`${name}, ${role}`;
}

/** "Session 3: Refunds", if its title is known. */
export function sessionName(session: number, names: Names): string {
  const title = names.session(session);
  return title === "" ? `Session ${session}` : say`Session ${session}: ${title}`;
}

const FILES_SHOWN = 2;

/** Where it comes from, in a line below it. */
export function EntryFacts({ entry, names }: { entry: Entry; names: Names }): ReactNode {
  const { taskId, sessionId, scope, at, files, labels, state, ended, source } = entry;
  const more = files.length - FILES_SHOWN;
  return (
    <span className="small muted dots">
      <span>{authorOf(entry, names)}</span>
      {taskId && <span className="nowrap">{taskId}</span>}
      {sessionId !== null && scope === "session" && <span className="nowrap">{`session ${sessionId}`}</span>}
      {source?.date ? <span className="nowrap">{source.date}</span> : <Since at={at} ago />}
      {source && <span>{say`imported from ${source.file}`}</span>}
      {files.slice(0, FILES_SHOWN).map((file) => (
        <span key={file} className="mono">
          {file}
        </span>
      ))}
      {more > 0 && <span>{`${more} more ${more === 1 ? "file" : "files"}`}</span>}
      {labels.map((label) => (
        <span key={label}>{label}</span>
      ))}
      {ended && state !== "live" && (
        <span className="ink2">
          {PAST[state]({ by: String(ended.supersededBy), who: plainText(ended.by) })}
          {ended.reason && `: ${ended.reason}`}
        </span>
      )}
    </span>
  );
}
