import type { TimelineBar } from "@squadroom/core/timeline/read";
import type { Timeline } from "@squadroom/core/timeline/timeline";
import { Check, Circle, Diamond, Pause, Play, Split, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { clockOf } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { openTask } from "../task/index.ts";
import { barNotes, waitText, wakeText } from "./bar-text.ts";

/** Rows of one part at first, and more with each press. */
const PAGE = 30;

interface Entry {
  key: string;
  icon: typeof Check;
  tone: string;
  head: string;
  taskId: string | null;
  notes: string[];
  took: string;
  at: number;
}

/** The chart in words: what is running, what is next, what was before. */
export function BarsList({ timeline, now, names }: { timeline: Timeline; now: number; names: Names }): ReactNode {
  const { rows, ahead, checkpoints, waits, woken, to } = timeline;
  const bars = rows.flatMap(({ role, bars: own }) => own.map((bar) => ({ role, bar })));
  const entry = ({ role, bar }: { role: string; bar: TimelineBar }): Entry => ({
    ...signOf(bar),
    key: `${bar.from} ${bar.taskId} ${bar.attempt}`,
    head: bar.to === null ? names.role(role) : `${clockOf(bar.from)} ${names.role(role)}`,
    taskId: bar.taskId,
    notes: [plainText(bar.title), ...barNotes(bar)],
    took: durationText((bar.to ?? now) - bar.from),
    at: bar.from,
  });
  const passed = checkpoints.map(
    ({ id, title, by, at }): Entry => ({
      key: id,
      icon: Diamond,
      tone: "tm-is-passed",
      taskId: null,
      took: "",
      at,
      head: `${clockOf(at)} Checkpoint`,
      notes: [say`${by} continued after “${plainText(title)}”`],
    }),
  );
  const wakes = woken.map((wake): Entry & { isOpen: boolean } => ({
    key: `woken ${wake.from} ${wake.taskIds}`,
    icon: Split,
    tone: "",
    taskId: null,
    head: wake.to === null ? "Coordinator" : `${clockOf(wake.from)} Coordinator`,
    notes: [wakeText(wake)],
    took: wake.taskIds.length === 0 ? "" : durationText((wake.to ?? now) - wake.from),
    at: wake.from,
    isOpen: wake.to === null,
  }));
  // What an agent holds is there already, whatever it waits for.
  const inHand = new Set(bars.filter(({ bar }) => bar.to === null).map(({ bar }) => bar.taskId));
  const waiting = waits
    .filter((wait) => wait.to === null && !(wait.taskId && inHand.has(wait.taskId)))
    .map(
      (wait): Entry => ({
        key: `wait ${wait.from} ${wait.taskId} ${wait.kind}`,
        icon: Pause,
        tone: "tm-is-waiting",
        taskId: wait.taskId,
        at: wait.from,
        head: wait.role ? names.role(wait.role) : wait.kind === "person" ? "People" : "The whole session",
        notes: [waitText(wait), `since ${clockOf(wait.from)}`],
        took: durationText(now - wait.from),
      }),
    );
  const before = [
    ...bars.filter(({ bar }) => bar.to !== null && !isVoice(bar)).map(entry),
    ...passed,
    ...wakes.filter(({ isOpen }) => !isOpen),
  ].sort((a, b) => b.at - a.at);
  const next = ahead
    .filter(({ isRest }) => !isRest)
    .map(
      (step): Entry => ({
        key: step.taskId,
        icon: Circle,
        tone: "",
        taskId: null,
        at: step.from,
        head: `${clockOf(step.from)} ${names.role(step.role)}`,
        notes: [
          `${step.taskId} ${plainText(step.title)}`,
          ...(step.needs.length > 0 ? [say`needs ${step.needs.join(", ")}`] : []),
        ],
        took: durationText(step.to - step.from),
      }),
    )
    .sort((a, b) => a.at - b.at);
  return (
    <div className="tm-list">
      {to === null && (
        <Part
          title="Now"
          hint=""
          entries={[
            ...waiting,
            ...bars.filter(({ bar }) => bar.to === null).map(entry),
            ...wakes.filter(({ isOpen }) => isOpen),
          ]}
          none="Nobody is at work."
        />
      )}
      {next.length > 0 && <Part title="Next" hint="estimate" entries={next} />}
      {before.length > 0 && <Part title="Before" hint="newest first" entries={before} />}
    </div>
  );
}

function Part({
  title,
  hint,
  entries,
  none,
}: {
  title: string;
  hint: string;
  entries: readonly Entry[];
  none?: string;
}): ReactNode {
  const [shown, setShown] = useState(PAGE);
  const left = entries.length - shown;
  return (
    <section aria-label={title}>
      <h2 className="tm-part small muted">
        {title}
        <span>{hint}</span>
      </h2>
      {entries.length === 0 && <p className="muted">{none}</p>}
      <ul>
        {entries.slice(0, shown).map((one) => (
          <li key={one.key} className="tm-entry">
            <span className={one.tone}>
              <Icon of={one.icon} size="s" />
            </span>
            <div>
              <p className="strong">{one.head}</p>
              <p className="small muted dots">
                {one.taskId && (
                  <button type="button" className="link mono" onClick={() => openTask(one.taskId as string)}>
                    {one.taskId}
                  </button>
                )}
                {one.notes.map((note) => (
                  <span key={note}>{note}</span>
                ))}
              </p>
            </div>
            <span className="small muted nowrap">{one.took}</span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button kind="ghost" onClick={() => setShown(shown + PAGE)}>
          {`Show ${Math.min(PAGE, left)} more`}
        </Button>
      )}
    </section>
  );
}

/** One of several contributions: its round is in the list already. */
function isVoice({ kind, attempt, end }: TimelineBar): boolean {
  return kind === "discussion" && attempt > 0 && end === "done";
}

function signOf({ end }: TimelineBar): Pick<Entry, "icon" | "tone"> {
  if (end === null) return { icon: Play, tone: "tm-is-working" };
  return end === "done" ? { icon: Check, tone: "tm-is-done" } : { icon: X, tone: "tm-is-bad" };
}
