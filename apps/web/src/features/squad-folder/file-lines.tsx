import type { Reply } from "@squadroom/client/call";
import type { SquadFile } from "@squadroom/core/squad-folder/squad";
import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { LineActs } from "./line-acts.tsx";

/** Most lines drawn; a file may have thousands. */
const SHOWN = 400;

/** One file, line by line, each with what it becomes. */
export function FileLines({
  file: { path, content },
  seen,
  onlyWarned,
  onChoose,
}: {
  file: SquadFile;
  seen: Reply<"previewSquad">;
  onlyWarned: boolean;
  onChoose: (file: string, line: number, role: string | null) => void;
}): ReactNode {
  const becomes = new Map(seen.marks.filter(({ file }) => file === path).map(({ line, becomes: to }) => [line, to]));
  const warnings = seen.warnings.filter(({ file }) => file === path);
  const lines = content
    .replace(/^\ufeff/, "")
    .split(/\r\n?|\n/)
    .map((text, i) => ({
      line: i + 1,
      text,
      said: warnings.filter(({ line }) => line === i + 1),
    }))
    .filter(({ said }) => !onlyWarned || said.length > 0);
  if (lines.length === 0) return <p className="muted sq-none">No line of this file needs a look.</p>;
  return (
    <ol>
      {lines.slice(0, SHOWN).map(({ line, text, said }) => (
        <li key={line}>
          <div className={clsx("sq-line", said.length > 0 && "sq-line-warn")}>
            <span className="small sq-no">{line}</span>
            <code>{text}</code>
            <span className="small sq-to">{becomes.get(line)}</span>
          </div>
          {said.map(({ message, choice }) => (
            <div key={message} className="sq-said">
              <Icon of={TriangleAlert} size="s" />
              <div>
                <p>{message}</p>
                {choice && (
                  <LineActs choice={choice} members={seen.members} onChoose={(role) => onChoose(path, line, role)} />
                )}
              </div>
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}
