import type { Reply } from "@squadroom/client/call";
import { counted } from "@squadroom/core/kernel/words";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, buttonClass } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toasts.ts";
import { say } from "../../words/say.tsx";
import { ProblemFile } from "./problem-file.tsx";
import { type Problem, placeOf, SIGNS, TONES } from "./problem-signs.ts";
import type { Source } from "./source.ts";
import "./import-screen.css";

const FIGURES = {
  found: (count) => `${count === 1 ? "entry" : "entries"} found`,
  asIs: (count) => (count === 1 ? "comes in as it is" : "come in as they are"),
  repaired: (count) => `${count === 1 ? "comes" : "come"} in repaired`,
  left: (count) => `${count === 1 ? "stays a file" : "stay files"} only`,
} satisfies Record<string, (count: number) => string>;

const PROBLEMS = {
  error: (count) => counted(count, "error"),
  warning: (count) => counted(count, "warning"),
  note: (count) => counted(count, "note"),
} satisfies Record<string, (count: number) => string>;

const PROBLEMS_LEVEL = {
  error: "Error",
  warning: "Warning",
  note: "Note",
};

const COUNTS = {
  found: "In the folder",
  asIs: "As they are",
  repaired: "Repaired",
  left: "Files only",
};

const KINDS = {
  tasks: "Tasks",
  progress: "Progress",
  messages: "Messages",
  errors: "Errors",
  locks: "Locks, as history",
  decisions: "Decisions",
  artifacts: "Artifacts",
  other: "Other files",
};

type Seen = Reply<"importSession">;
const LEVELS = ["error", "warning", "note"] as const;

/** What would come in: how much, every problem with its file and line, and the file itself beside it. */
export function ImportReading({
  source,
  seen,
  room,
  isAdding,
  onAdd,
}: {
  source: Source;
  seen: Seen;
  room: string;
  isAdding: boolean;
  onAdd: () => void;
}): ReactNode {
  const problems: Problem[] = [
    ...seen.problems,
    ...source.left.map((file) => ({
      file,
      line: null,
      level: "error" as const,
      message: "It is too large.",
      outcome: "Does not come in.",
    })),
  ].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  const [chosen, setChosen] = useState(0);
  const problem = problems[chosen] ?? problems[0];
  const sum = (of: "found" | "asIs" | "repaired" | "left") =>
    seen.counts.reduce((total, count) => total + count[of], 0);
  const known = problems.length + seen.more;
  const title = seen.session?.title ?? "";
  const incoming = sum("asIs") + sum("repaired");
  return (
    <div className={clsx("im-grid", problem && "im-beside")}>
      <div className="im-main">
        <section>
          <p className="small muted dots">
            <span>Preview</span>
            <span>nothing is saved</span>
          </p>
          <h2 className="im-title">
            {!seen.session
              ? "No session can come in."
              : known === 0
                ? say`One session, “${title}”. All of it comes in as it is.`
                : say`One session, “${title}”. ${counted(known, "thing")} to know first`}
          </h2>
          <dl className="im-figures">
            {(["found", "asIs", "repaired", "left"] as const).map((of) => (
              <div key={of}>
                <dt>{FIGURES[of](sum(of))}</dt>
                <dd
                  className={clsx(
                    sum(of) > 0 && of === "repaired" && "c-warn",
                    sum(of) > 0 && of === "left" && "c-bad",
                  )}
                >
                  {sum(of)}
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <Problems problems={problems} more={seen.more} chosen={problem} onChoose={setChosen} />
        <Counts counts={seen.counts} />
        <div className="im-bar">
          <Button
            kind="primary"
            big
            off={seen.session ? undefined : "Nothing in it can come in."}
            onClick={() => {
              if (!isAdding) onAdd();
            }}
          >
            {isAdding ? "Importing…" : `Import ${counted(incoming, "entry", "entries")}`}
          </Button>
          <Link to="/rooms/$room/sessions" params={{ room }} search={{}} className={buttonClass("ghost")}>
            Cancel
          </Link>
          <p className="small muted">{say`Adds one ended session to ${room}. No agent is told, and nothing starts.`}</p>
        </div>
      </div>
      {problem && <ProblemFile source={source} problem={problem} problems={problems} />}
    </div>
  );
}

function Problems({
  problems,
  more,
  chosen,
  onChoose,
}: {
  problems: readonly Problem[];
  more: number;
  chosen: Problem | undefined;
  onChoose: (at: number) => void;
}): ReactNode {
  const counts = LEVELS.map((level) => ({
    level,
    count: problems.filter((one) => one.level === level).length,
  })).filter(({ count }) => count > 0);
  const copy = (): void => {
    const lines = problems.map(
      (one) => `${one.level} ${placeOf(one, "the whole folder")}: ${one.message} ${one.outcome}`,
    );
    void copyText(`${lines.join("\n")}\n`).then(() => toast("Copied."));
  };
  return (
    <section aria-label="Problems">
      <div className="im-head">
        <h2>Problems</h2>
        <span className="small muted">
          {counts.map(({ level, count }) => PROBLEMS[level](count)).join(", ")}
          {more > 0 && `, and ${more} more`}
        </span>
        {problems.length > 0 && (
          <Button kind="ghost" onClick={copy}>
            <Icon of={Copy} size="s" />
            Copy as text
          </Button>
        )}
      </div>
      {problems.length === 0 && <p className="muted">Nothing is unclear.</p>}
      <ol>
        {problems.map((one, at) => (
          <li key={`${one.file} ${one.line} ${one.message}`}>
            <button
              type="button"
              className={clsx("im-problem", one === chosen && "im-problem-now")}
              aria-current={one === chosen ? "true" : undefined}
              onClick={() => onChoose(at)}
            >
              <span className={TONES[one.level]}>
                <Icon of={SIGNS[one.level]} size="s" />
                <span className="sr">{PROBLEMS_LEVEL[one.level]}</span>
              </span>
              <span className="mono small">{placeOf(one, "the whole folder")}</span>
              <span className="strong">{one.message}</span>
              <span className="small muted">{one.outcome}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Counts({ counts }: { counts: Seen["counts"] }): ReactNode {
  if (counts.length === 0) return null;
  return (
    <section>
      <div className="im-head">
        <h2>What comes in</h2>
      </div>
      <table className="im-table">
        <thead>
          <tr>
            <th>
              <span className="sr">What</span>
            </th>
            {(["found", "asIs", "repaired", "left"] as const).map((of) => (
              <th key={of}>{COUNTS[of]}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counts.map(({ kind, found, asIs, repaired, left }) => (
            <tr key={kind}>
              <th scope="row">{KINDS[kind]}</th>
              <td className="muted">{found}</td>
              <td>{asIs}</td>
              <td className={repaired > 0 ? "c-warn" : "muted"}>{repaired}</td>
              <td className={left > 0 ? "c-bad" : "muted"}>{left}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
