import { counted } from "@squadroom/core/kernel/words";
import { Check, Minus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Names } from "../../live/names.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import type { Receives, Shared } from "./use-context.ts";
import "../../ui/field.css";
import "./context.css";

const GETS_WHY = {
  full: "no room left; next in line",
  unrelated: "about other files, labels and roles",
  other_role: "for other roles only",
};

const GETS_REASONS = {
  files: "same files",
  labels: "same labels",
  role: "same role",
  session: "this session",
  room: "the room",
};

const FIRST = 6;
const SHARES = ["decisions", "wisdom", "tasks"] as const;

/** What a delivery of one task includes of it, what it leaves out, and why. */
export function ReceivesAside({
  tasks,
  task,
  receives,
  names,
  onTask,
}: {
  tasks: Shared["pending"];
  task: string | null;
  receives: Receives | null;
  names: Names;
  onTask: (task: string) => void;
}): ReactNode {
  if (task === null)
    return (
      <section>
        <h2 className="label">What one worker receives</h2>
        <p className="small muted">No task is open, so no agent gets any of it.</p>
      </section>
    );
  return (
    <>
      <section className="cx-gets">
        <h2 className="label">What one worker receives</h2>
        <Select
          label="Task"
          hideLabel
          value={task}
          options={tasks.map(({ taskId, role }) => ({
            value: taskId,
            label: say`${names.role(role)}, ${taskId}`,
          }))}
          onChange={onTask}
        />
        {receives && <Sizes receives={receives} />}
      </section>
      {receives ? (
        <>
          <Entries receives={receives} isIn />
          <Entries receives={receives} isIn={false} />
        </>
      ) : (
        <SkeletonRows rows={4} />
      )}
      <p className="small muted cx-note">A long task leaves less room: its instruction and criteria come first.</p>
      <p className="small muted cx-note">
        Promote makes an entry the room's: every later session reads it. Entries are never edited; a new one supersedes
        the old, which stays readable.
      </p>
    </>
  );
}

function Sizes({ receives: { words, limit, shares } }: { receives: Receives }): ReactNode {
  const all = `${words} of ${limit} words`;
  return (
    <>
      <div className="cx-stack" role="img" aria-label={all}>
        {SHARES.map((share) => (
          <i
            key={share}
            className={`cx-${share}`}
            style={{ width: `${(100 * shares[share]) / Math.max(limit, words)}%` }}
          />
        ))}
      </div>
      <p className="small">
        <span className="strong">{all}</span>{" "}
        <span className="muted">
          {`decisions ${String(shares.decisions)}, wisdom ${String(shares.wisdom)}, tasks and blockers ${String(shares.tasks)}`}
        </span>
      </p>
    </>
  );
}

function Entries({ receives, isIn }: { receives: Receives; isIn: boolean }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const { entries } = receives;
  const own = entries.filter(({ left }) => (left === null) === isIn);
  const title = isIn ? "In" : "Left out";
  if (!isIn && own.length === 0) return null;
  const left = own.length - FIRST;
  return (
    <section aria-label={title}>
      <h2 className="label cx-gets-head">
        {title}
        <span className="muted">
          {isIn ? `${own.length} of ${counted(entries.length, "entry", "entries")}` : own.length}
        </span>
      </h2>
      {own.length === 0 && <p className="small muted">No entries.</p>}
      <ul>
        {own.slice(0, isWhole ? own.length : FIRST).map((one) => (
          <li key={`${one.wisdomId} ${one.taskId} ${one.text}`} className={isIn ? "cx-entry" : "cx-entry muted"}>
            <span className={isIn ? "c-ok" : undefined}>
              <Icon of={isIn ? Check : Minus} size="s" />
            </span>
            <span className="cx-entry-text">{plainText(one.text)}</span>
            <span className="small muted">{one.words}</span>
            <span className="small muted cx-why">{whyOf(one)}</span>
          </li>
        ))}
      </ul>
      {left > 0 && !isWhole && (
        <Button kind="ghost" className="cx-more" onClick={() => setWhole(true)}>
          {`${left} more`}
        </Button>
      )}
    </section>
  );
}

function whyOf({ left, reasons }: Receives["entries"][number]): string {
  if (left !== null) return GETS_WHY[left];
  const close = reasons.filter((reason) => reason !== "room");
  return (close.length > 0 ? close : reasons).map((reason) => GETS_REASONS[reason]).join(", ");
}
