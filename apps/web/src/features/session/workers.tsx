import { counted } from "@squadroom/core/kernel/words";
import type { WorkerReport } from "@squadroom/core/session/workers";
import { tokensOf } from "@squadroom/core/usage/usage";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { durationText } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { Tag, type TagTone } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { roughTokens } from "../usage/index.ts";
import { SectionHead } from "./proposal-head.tsx";
import { DISCUSSION_SEVERITY } from "./words.ts";
import "./session.css";
import "./workers.css";

const PIPELINE_WORKERS = {
  idle: "Idle",
  broken: "Spec broken",
  stopped: "Stopped",
  working: "Steps left",
  final: "Final report",
};

const TONES: Record<WorkerReport["kind"], TagTone> = {
  idle: "plain",
  working: "work",
  final: "ok",
};

/** Facts shorter than this many characters stay in a line: a count with what it counts. */
const SHORT = 20;

/** What each role of a pipeline did, one row each: its idle report, how far it is, or its final report. */
export function Workers({ workers, names }: { workers: readonly WorkerReport[]; names: Names }): ReactNode {
  if (workers.length === 0) return null;
  return (
    <section aria-label="Workers">
      <SectionHead title="Workers" hint="what each role did, over all its tasks" />
      <ul>
        {workers.map((worker) => (
          <li key={worker.role}>
            <Worker worker={worker} name={names.role(worker.role)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Worker({ worker, name }: { worker: WorkerReport; name: string }): ReactNode {
  const { kind, prefixes, tasks, left, workMs, usage, agents } = worker;
  const tokens = tokensOf(usage);
  const broken = kind === "final" ? undefined : worker.broken;
  const stopped = kind === "final" ? undefined : worker.stopped;
  const facts = [
    broken ?? stopped ?? "",
    tasks.length > 0 ? `${counted(tasks.length, "task")} done` : "",
    kind !== "final" ? `${left} left` : "",
    workMs > 0 ? durationText(workMs) : "",
    tokens > 0 ? `${roughTokens(tokens)} tokens` : "",
  ].filter((one) => one !== "");
  const head = (
    <span className="wk-head">
      <span className="strong">{name}</span>
      <span className="mono small muted">{prefixes.join(", ")}</span>
      {broken || stopped ? (
        <Tag tone="bad">{PIPELINE_WORKERS[broken ? "broken" : "stopped"]}</Tag>
      ) : (
        <Tag tone={TONES[kind]}>{PIPELINE_WORKERS[kind]}</Tag>
      )}
      <span className="small muted dots">
        {facts.map((one) => (
          <span key={one} className={clsx(one.length < SHORT && "nowrap")}>
            {one}
          </span>
        ))}
      </span>
    </span>
  );
  if (kind === "idle") return <p className="wk-idle">{head}</p>;
  return (
    <details className="wk">
      <summary>{head}</summary>
      <dl className="kv se-kv">
        <Facts name="Agents" items={agents} />
        <Facts name="Tasks" items={tasks.map(({ taskId, title }) => `${taskId} ${plainText(title)}`)} />
        <Facts name="Artifacts" items={worker.artifacts} />
        <Facts name="Discussions" items={worker.discussions.map(roundText)} />
        <Facts
          name="Action items"
          items={worker.discussions.flatMap(({ taskId, actionItems }) =>
            actionItems.map((text) => ofTask({ taskId, text })),
          )}
        />
        <Facts name="Key decisions" items={worker.keyDecisions.map(ofTask)} />
        <Facts name="Warnings" items={worker.warnings.map(ofTask)} />
      </dl>
    </details>
  );
}

function Facts({ name, items }: { name: string; items: readonly string[] }): ReactNode {
  if (items.length === 0) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <ul>
          {[...new Set(items)].map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </dd>
    </>
  );
}

function ofTask({ taskId, text }: { taskId: string; text: string }): string {
  return `${taskId}: ${plainText(text)}`;
}

function roundText(one: WorkerReport["discussions"][number]): string {
  const { taskId, round, outcome, severity, averageRating } = one;
  const how = [
    say`${round} on ${taskId}`,
    outcome === "skipped" ? "skipped" : DISCUSSION_SEVERITY[severity],
    averageRating === null ? "" : say`${averageRating.toFixed(1)} of 5`,
  ];
  return how.filter((part) => part !== "").join(", ");
}
