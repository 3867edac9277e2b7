import type { Reply } from "@squadroom/client/call";
import { counted } from "@squadroom/core/kernel/words";
import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { Note } from "../../ui/note.tsx";
import { Segments } from "../../ui/segments.tsx";
import { say } from "../../words/say.tsx";
import { FileLines } from "./file-lines.tsx";
import { NeedsLook } from "./needs-look.tsx";
import type { Picked } from "./picked-files.ts";

type Seen = Reply<"previewSquad">;

/** What a folder says: its files, one of them line by line, what needs a look, and what it becomes. */
export function SquadReading({
  picked,
  seen,
  onChoose,
}: {
  picked: Picked;
  seen: Seen;
  onChoose: (file: string, line: number, role: string | null) => void;
}): ReactNode {
  const inner = (path: string) => (seen.root ? path.slice(seen.root.length + 1) : path);
  const depth = (path: string) => path.split("/").length;
  const files = picked.files
    .map(({ path, content }) => ({ path: inner(path), content }))
    .sort((a, b) => depth(a.path) - depth(b.path) || a.path.localeCompare(b.path));
  const cuts = [
    ...picked.cuts,
    ...seen.warnings.flatMap(({ cut, file, message }) => (cut ? `${file}: ${message}` : [])),
  ];
  const first = seen.warnings.find(({ choice }) => choice) ?? seen.warnings.find(({ line }) => line);
  const [chosen, setChosen] = useState<string | null>(null);
  const [shows, setShows] = useState<"warned" | "all">("all");
  const open =
    files.find(({ path }) => path === (chosen ?? first?.file)) ??
    files.find(({ path }) => path === "team.md") ??
    files[0];
  return (
    <div className="sq-grid">
      <nav className="sq-files" aria-label="Files">
        <ul>
          {files.map(({ path }) => {
            const count = seen.warnings.filter(({ file }) => file === path).length;
            return (
              <li key={path}>
                <button
                  type="button"
                  className={clsx("sq-file", path === open?.path && "sq-file-now")}
                  aria-current={path === open?.path ? "true" : undefined}
                  onClick={() => setChosen(path)}
                >
                  <span className="mono">{path}</span>
                  {count > 0 && <span className="small c-warn strong">{count}</span>}
                </button>
              </li>
            );
          })}
        </ul>
      </nav>
      {open && (
        <section className="sq-lines" aria-label={open.path}>
          <div className="sq-head">
            <h2 className="mono">{open.path}</h2>
            <Segments
              label="Lines that are shown"
              value={shows}
              onChange={setShows}
              options={[
                { value: "warned", label: "With warnings" },
                { value: "all", label: "All lines" },
              ]}
            />
          </div>
          <FileLines file={open} seen={seen} onlyWarned={shows === "warned"} onChoose={onChoose} />
        </section>
      )}
      <div className="sq-side">
        {seen.problems.some(({ level }) => level === "error") && (
          <Note tone="bad">{seen.problems.find(({ level }) => level === "error")?.message ?? ""}</Note>
        )}
        {cuts.length > 0 && (
          <Note tone="warn">
            {cuts.map((cut) => (
              <p key={cut}>{say`Not all of it: ${cut}`}</p>
            ))}
          </Note>
        )}
        <NeedsLook
          seen={seen}
          isWhole={cuts.length === 0}
          left={picked.left.map(({ path, why }) => ({ path: inner(path), why }))}
          onOpen={setChosen}
          onChoose={onChoose}
        />
        <Becomes seen={seen} />
      </div>
    </div>
  );
}

function Becomes({ seen }: { seen: Seen }): ReactNode {
  const { members, entryPoint, rules, wisdom, notes, files } = seen;
  const entry = members.find(({ role }) => role === entryPoint)?.title ?? "";
  const rows: [string, number, string][] = [
    ["team.md", members.length, say`${counted(members.length, "role")}, ${entry} is the entry point`],
    ["routing.md", rules.length, counted(rules.length, "rule")],
    [
      "charter.md",
      members.filter(({ hasCharter }) => hasCharter).length,
      `${members.filter(({ hasCharter }) => hasCharter).length} role ${members.filter(({ hasCharter }) => hasCharter).length === 1 ? "spec" : "specs"}`,
    ],
    ["decisions.md", wisdom.decisions, `${counted(wisdom.decisions, "decision")} that the room knows`],
    ["history.md", wisdom.learnings, counted(wisdom.learnings, "learning of its role", "learnings of their roles")],
    ["the rest", notes.length, counted(notes.length, "note")],
    ["the rest", files.length, `${files.length} other ${files.length === 1 ? "file" : "files"}, never run`],
  ];
  return (
    <>
      <section>
        <div className="sq-head">
          <h2>What becomes what</h2>
        </div>
        <dl className="sq-becomes">
          {rows
            .filter(([, count]) => count > 0)
            .map(([from, , to]) => (
              <div key={to}>
                <dt className="mono muted">{from}</dt>
                <dd>{to}</dd>
              </div>
            ))}
        </dl>
      </section>
      <section>
        <div className="sq-head">
          <h2>Team</h2>
        </div>
        <ul>
          {members.map(({ role, title, part, model }) => (
            <li key={role} className="sq-warn">
              <span className="strong">{title}</span>
              <span className="small muted">{role === entryPoint ? "entry point" : model}</span>
              <p className="ink2">{part}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
