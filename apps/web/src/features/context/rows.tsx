import { type ReactNode, useState } from "react";
import { Since } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { Button } from "../../ui/button.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { openTask } from "../task/index.ts";
import { openEntry } from "../wisdom/index.ts";
import type { Row, Section } from "./sections.ts";
import "../../ui/tag.css";
import "./context.css";

const HEAD = {
  blockers: "Blockers",
  locks: "Locks",
  decisions: "Decisions",
  conventions: "Conventions",
  findings: "Learnings and issues",
  pending: "Tasks pending",
  completed: "Tasks completed",
};

const STATE = {
  pending: "pending",
  claimed: "claimed",
  in_progress: "in progress",
  in_review: "in review",
  failed: "failed",
  completed: "completed",
  cancelled: "cancelled",
};

const ROW = {
  decision: "decision",
  convention: "convention",
  learning: "learning",
  issue: "issue",
  blocker: "blocker",
  held: "locked",
  waiting: "waiting",
};

/** Rows that a section shows at first, and with each press of "more". */
const FIRST = 12;
const STEP = 100;
const FILES_SHOWN = 2;

/** One section, cut if long. */
export function SectionRows({
  section: { name, rows },
  names,
  onPromote,
}: {
  section: Section;
  names: Names;
  /** `null`: this person may not. */
  onPromote: ((wisdomId: number) => void) | null;
}): ReactNode {
  const [shown, setShown] = useState(FIRST);
  const left = rows.length - shown;
  return (
    <section aria-label={HEAD[name]}>
      <h2 className="cx-head">
        {HEAD[name]} <span className="muted small">{rows.length.toLocaleString("en")}</span>
      </h2>
      <ol>
        {rows.slice(0, shown).map((row) => (
          <li key={row.key} className="cx-row">
            <span className="small muted cx-kind">{kindOf(row)}</span>
            <div className="cx-what">
              <Text row={row} />
              <Facts row={row} names={names} />
            </div>
            <Act row={row} onPromote={onPromote} />
          </li>
        ))}
      </ol>
      {left > 0 && (
        <Button kind="ghost" className="cx-more" onClick={() => setShown(shown + STEP)}>
          {`${left} more`}
        </Button>
      )}
    </section>
  );
}

function kindOf(row: Row): string {
  if (row.kind === "task") return STATE[row.task.state];
  return row.kind === "lock" ? ROW[row.lock.state] : ROW[row.kind];
}

function Text({ row }: { row: Row }): ReactNode {
  if ("task" in row) {
    const { taskId, title } = row.task;
    return (
      <button type="button" className="cx-text" onClick={() => openTask(taskId)}>
        <span className="nowrap">{taskId}</span> {plainText(title)}
      </button>
    );
  }
  if ("wisdom" in row)
    return (
      <button type="button" className="cx-text" onClick={() => openEntry(row.wisdom.wisdomId)}>
        {plainText(row.wisdom.text)}
      </button>
    );
  if ("lock" in row) return <p className="mono cx-said">{row.lock.patterns.join(" ")}</p>;
  const text = "blocker" in row ? row.blocker.description : row.decision.text;
  return <p className="cx-said">{plainText(text)}</p>;
}

/** Who, for which task, when, and what it is about. */
function Facts({ row, names }: { row: Row; names: Names }): ReactNode {
  const by = byOf(row, names);
  const task = taskOf(row);
  const files = "wisdom" in row ? row.wisdom.files : "decision" in row ? row.decision.files : [];
  const more = files.length - FILES_SHOWN;
  return (
    <p className="small muted dots">
      {by && <span>{by}</span>}
      {task && <span className="nowrap">{task}</span>}
      <Since at={row.at} ago />
      {"decision" in row && row.decision.step && <span>{`at ${row.decision.step}`}</span>}
      {"task" in row && row.task.percent !== null && row.task.by !== null && <span>{`${row.task.percent} %`}</span>}
      {"task" in row && row.task.blocked.map((why) => <span key={why}>{plainText(why)}</span>)}
      {"blocker" in row && row.blocker.requiresAgent && <span>{say`needs ${row.blocker.requiresAgent}`}</span>}
      {"lock" in row && row.lock.waitsFor.length > 0 && <span>{say`after ${row.lock.waitsFor.join(", ")}`}</span>}
      {files.slice(0, FILES_SHOWN).map((file) => (
        <span key={file} className="mono">
          {file}
        </span>
      ))}
      {more > 0 && <span>{`${more} more ${more === 1 ? "file" : "files"}`}</span>}
    </p>
  );
}

function byOf(row: Row, names: Names): string | null {
  if ("blocker" in row) return null;
  if ("task" in row) {
    const { by, role } = row.task;
    const title = names.role(role);
    return by === null || by === title ? title : say`${plainText(by)}, ${title}`;
  }
  if ("lock" in row) return plainText(row.lock.by);
  if ("wisdom" in row) return plainText(row.wisdom.by);
  const { by, role } = row.decision;
  const title = role === null ? null : names.role(role);
  return title === null || title === by ? plainText(by) : say`${plainText(by)}, ${title}`;
}

function taskOf(row: Row): string | null {
  if ("blocker" in row) return row.blocker.taskId;
  if ("lock" in row) return row.lock.taskId;
  if ("wisdom" in row) return row.wisdom.taskId;
  return "decision" in row ? row.decision.taskId : null;
}

function Act({ row, onPromote }: { row: Row; onPromote: ((wisdomId: number) => void) | null }): ReactNode {
  if (!("wisdom" in row)) return null;
  const { wisdomId, scope } = row.wisdom;
  if (scope === "room") return <span className="tag cx-room">in the room too</span>;
  return (
    onPromote && (
      <Button kind="ghost" onClick={() => onPromote(wisdomId)}>
        Promote
      </Button>
    )
  );
}
