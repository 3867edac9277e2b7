import { Check, Minus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Names } from "../../live/names.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { plainText } from "../../words/plain-text.ts";
import type { Receives, Shared } from "./use-context.ts";
import { t } from "./words.ts";
import "../../ui/field.css";
import "./context.css";

const FIRST = 6;
const SHARES = ["decisions", "wisdom", "tasks"] as const;

/** What a delivery of one task brings of it, what it leaves out, and why. */
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
        <h2 className="label">{t("gets.title")}</h2>
        <p className="small muted">{t("gets.none")}</p>
      </section>
    );
  return (
    <>
      <section className="cx-gets">
        <h2 className="label">{t("gets.title")}</h2>
        <Select
          label={t("gets.task")}
          hideLabel
          value={task}
          options={tasks.map(({ taskId, role }) => ({
            value: taskId,
            label: t("gets.option", { role: names.role(role), task: taskId }),
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
      <p className="small muted cx-note">{t("gets.limit")}</p>
      <p className="small muted cx-note">{t("promoting")}</p>
    </>
  );
}

function Sizes({ receives: { words, limit, shares } }: { receives: Receives }): ReactNode {
  const all = t("gets.words", { words, limit });
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
          {t("gets.shares", {
            decisions: String(shares.decisions),
            wisdom: String(shares.wisdom),
            tasks: String(shares.tasks),
          })}
        </span>
      </p>
    </>
  );
}

function Entries({ receives, isIn }: { receives: Receives; isIn: boolean }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const { entries } = receives;
  const own = entries.filter(({ left }) => (left === null) === isIn);
  const title = t(isIn ? "gets.in" : "gets.left");
  if (!isIn && own.length === 0) return null;
  const left = own.length - FIRST;
  return (
    <section aria-label={title}>
      <h2 className="label cx-gets-head">
        {title}
        <span className="muted">
          {isIn ? t("gets.of", { shown: own.length, count: entries.length }) : own.length}
        </span>
      </h2>
      {own.length === 0 && <p className="small muted">{t("gets.empty")}</p>}
      <ul>
        {own.slice(0, isWhole ? own.length : FIRST).map((one) => (
          <li
            key={`${one.wisdomId} ${one.taskId} ${one.text}`}
            className={isIn ? "cx-entry" : "cx-entry muted"}
          >
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
          {t("more", { count: left })}
        </Button>
      )}
    </section>
  );
}

function whyOf({ left, reasons }: Receives["entries"][number]): string {
  if (left !== null) return t(`gets.why.${left}`);
  const close = reasons.filter((reason) => reason !== "room");
  return (close.length > 0 ? close : reasons)
    .map((reason) => t(`gets.reasons.${reason}`))
    .join(", ");
}
