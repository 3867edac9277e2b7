import type { TeamDraft } from "@squadroom/core/team/draft";
import { type ChangeEvent, type ReactNode, useId, useState } from "react";
import { Note } from "../../ui/note.tsx";
import { say } from "../../words/say.tsx";
import { type FileProblem, readTeamFile } from "./team-file.ts";

/** Reads a team from a file; what is wrong with it is reported by line. */
export function TeamFileField({ onRead }: { onRead: (draft: TeamDraft) => void }): ReactNode {
  const id = useId();
  const [problems, setProblems] = useState<FileProblem[]>([]);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    void file?.text().then((text) => {
      const read = readTeamFile(text);
      setProblems(read.problems);
      if (read.draft) onRead(read.draft);
    });
  };
  return (
    <div className="fl">
      <label htmlFor={id}>Or load the team from a file</label>
      <input id={id} type="file" accept=".json" onChange={choose} />
      {problems.length > 0 && (
        <Note tone="bad">
          <ul>
            {problems.map(({ line, message }) => (
              <li key={`${line} ${message}`}>{say`Line ${line}: ${message}`}</li>
            ))}
          </ul>
        </Note>
      )}
    </div>
  );
}
