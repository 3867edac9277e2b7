import type { WorkerReport } from "@squadroom/core/session/workers";
import { tokensOf } from "@squadroom/core/usage/usage";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { durationText } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { Tag, type TagTone } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { roughTokens } from "../usage/index.ts";
import { SectionHead } from "./proposal-head.tsx";
import { t } from "./words.ts";
import "./session.css";
import "./workers.css";

const TONES: Record<WorkerReport["kind"], TagTone> = {
  idle: "plain",
  working: "work",
  final: "ok",
};

/** Facts below so many characters stay in a line: a count with what it counts. */
const SHORT = 20;

/** What each role of a pipeline did, a row each: its idle report, how far it is, or its final report. */
export function Workers({
  workers,
  names,
}: {
  workers: readonly WorkerReport[];
  names: Names;
}): ReactNode {
  if (workers.length === 0) return null;
  return (
    <section aria-label={t("pipeline.workers.title")}>
      <SectionHead title={t("pipeline.workers.title")} hint={t("pipeline.workers.hint")} />
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
    tasks.length > 0 ? t("pipeline.workers.done", { count: tasks.length }) : "",
    kind !== "final" ? t("pipeline.workers.left", { count: left }) : "",
    workMs > 0 ? durationText(workMs) : "",
    tokens > 0 ? t("pipeline.workers.tokens", { n: roughTokens(tokens) }) : "",
  ].filter((one) => one !== "");
  const head = (
    <span className="wk-head">
      <span className="strong">{name}</span>
      <span className="mono small muted">{prefixes.join(", ")}</span>
      {broken || stopped ? (
        <Tag tone="bad">{t(`pipeline.workers.${broken ? "broken" : "stopped"}`)}</Tag>
      ) : (
        <Tag tone={TONES[kind]}>{t(`pipeline.workers.${kind}`)}</Tag>
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
        <Facts name={t("pipeline.workers.by")} items={agents} />
        <Facts
          name={t("pipeline.workers.tasks")}
          items={tasks.map(({ taskId, title }) => `${taskId} ${plainText(title)}`)}
        />
        <Facts name={t("pipeline.workers.artifacts")} items={worker.artifacts} />
        <Facts name={t("discussion.title")} items={worker.discussions.map(roundText)} />
        <Facts
          name={t("discussion.items")}
          items={worker.discussions.flatMap(({ taskId, actionItems }) =>
            actionItems.map((text) => ofTask({ taskId, text })),
          )}
        />
        <Facts name={t("pipeline.workers.decisions")} items={worker.keyDecisions.map(ofTask)} />
        <Facts name={t("pipeline.workers.warnings")} items={worker.warnings.map(ofTask)} />
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
    t("discussion.round", { round, step: taskId }),
    severity === "none"
      ? t(`discussion.outcome.${outcome}`)
      : `${t(`discussion.outcome.${outcome}`)} ${t(`discussion.severity.${severity}`)}`,
    averageRating === null ? "" : t("discussion.rated", { average: averageRating.toFixed(1) }),
  ];
  return how.filter((part) => part !== "").join(", ");
}
