import type { Agent } from "@squadroom/core/agent/agent";
import { endsAt, LOCK_MS, type Lock } from "@squadroom/core/lock/lock";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useNow } from "../../clock/now.ts";
import { clockOf } from "../../clock/since.ts";
import { Since, useUntil } from "../../clock/time.tsx";
import { Tile } from "../../ui/tile.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";

const WAY = {
  hand: "taken by hand",
  boundaries: "from its task’s boundaries",
  write: "taken before a write",
};

/** One lock: whose, on what, until when, and who waits for it. */
export function LockRow({
  lock,
  waiters,
  agents,
  isSelected,
  onSelect,
}: {
  lock: Lock;
  waiters: readonly Lock[];
  agents: Readonly<Record<string, Agent>>;
  isSelected: boolean;
  onSelect: () => void;
}): ReactNode {
  const { holder, patterns, taskId, way } = lock;
  const isOffline = holder.kind === "agent" && agents[holder.id]?.online !== true;
  return (
    <li className={clsx("lk-row", isSelected && "lk-on")}>
      <div className="lk-who">
        <Tile name={holder.name} person={holder.kind === "person"} offline={isOffline} />
        <div>
          <button type="button" className="strong lk-pick" aria-pressed={isSelected} onClick={onSelect} data-list-item>
            {plainText(holder.name)}
          </button>
          <p className="small muted">
            {taskId ?? "without a task"}
            {isOffline && `, offline`}
          </p>
        </div>
      </div>
      <div className="lk-what">
        {patterns.slice(0, 5).map((pattern) => (
          <p key={pattern} className="mono">
            {plainText(pattern)}
          </p>
        ))}
        {patterns.length > 5 && <p className="small muted">+{patterns.length - 5}</p>}
        <p className="small muted">
          {patterns.some((one) => /[*?]/.test(one)) ? `glob, ${WAY[way]}` : `path, ${WAY[way]}`}
        </p>
      </div>
      <Until lock={lock} />
      <div className="lk-line">
        {waiters.length === 0 && <p className="small muted">nobody</p>}
        {waiters.slice(0, 6).map((waiter, i) => (
          <p key={waiter.id} className="small lk-waiter">
            <span className="muted">{i + 1}</span>
            <Tile name={waiter.holder.name} person={waiter.holder.kind === "person"} />
            <span>{plainText(waiter.holder.name)}</span>
            <span className="muted">
              <Since at={waiter.askedAt} short />
            </span>
          </p>
        ))}
        {waiters.length > 6 && <p className="small muted">+{waiters.length - 6}</p>}
      </div>
    </li>
  );
}

function Until({ lock }: { lock: Lock }): ReactNode {
  const ends = endsAt(lock);
  return (
    <div className="lk-until">
      {ends === null ? <p className="small">ends with its task</p> : <Left ends={ends} />}
      <p className="small muted">{`since ${clockOf(lock.since)}`}</p>
    </div>
  );
}

/** How much of its time is left. */
function Left({ ends }: { ends: number }): ReactNode {
  const when = useUntil(ends);
  const left = Math.min(1, Math.max(0, (ends - useNow(1_000)) / LOCK_MS));
  return (
    <>
      <p className="small">{say`ends ${when}`}</p>
      <div className="lk-bar" aria-hidden="true">
        <i style={{ width: `${Math.round(left * 100)}%` }} />
      </div>
    </>
  );
}
