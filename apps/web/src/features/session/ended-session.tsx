import type { SessionProgress } from "@squadroom/core/session/session";
import { PHASES } from "@squadroom/core/session/steps";
import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Tag } from "../../ui/tag.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { GATE_TONES } from "./gate-chip.tsx";
import { SectionHead } from "./proposal-head.tsx";
import { OneVersion } from "./side-panel.tsx";
import type { SessionWhole } from "./use-session.ts";

/** A session that is over: how it ended, and all that was presented on the way. */
export function EndedSession({
  room,
  whole,
  progress,
}: {
  room: string;
  whole: SessionWhole;
  /** As long as the room remembers it. */
  progress: SessionProgress | undefined;
}): ReactNode {
  const { t } = wordsOf("session");
  const { row, description, versions } = whole;
  const end = row.status as "completed" | "failed" | "stopped";
  const tone = { completed: "ok", failed: "bad", stopped: "plain" } as const;
  const latest = versions.filter(
    (one) =>
      !versions.some(
        (other) =>
          other.step === one.step && other.batch === one.batch && other.version > one.version,
      ),
  );
  return (
    <div className="se-in">
      <section>
        <p className="se-by">
          <Tag tone={tone[end]}>{t(`ended.${end}`)}</Tag>
        </p>
        <dl className="kv se-kv">
          {row.endedAt !== null && (
            <>
              <dt>{t("ended.ended")}</dt>
              <dd>
                <Since at={row.endedAt} ago />
              </dd>
            </>
          )}
          <dt>{t("ended.started")}</dt>
          <dd>{row.startedAt === null ? t("ended.never") : <Since at={row.startedAt} ago />}</dd>
          {row.level && (
            <>
              <dt>{t("triage.level")}</dt>
              <dd>{t(`levels.low.${row.level}`)}</dd>
            </>
          )}
          {progress && (
            <>
              <dt>{t("ended.tasks")}</dt>
              <dd>
                {t("ended.tasksPassed", {
                  count: progress.tasksTotal,
                  passed: progress.tasksCompleted,
                })}
              </dd>
              <dt>{t("ended.gates")}</dt>
              <dd>
                {PHASES.map((phase) => (
                  <span key={phase} className="ended-gate">
                    {t(`phases.${phase}`)}:{" "}
                    <span className={GATE_TONES[progress.gates[phase]]}>
                      {t(`gate.short.${progress.gates[phase]}`)}
                    </span>
                  </span>
                ))}
              </dd>
            </>
          )}
          {row.endReason && (
            <>
              <dt>{t("ended.reason")}</dt>
              <dd>{row.endReason}</dd>
            </>
          )}
        </dl>
      </section>
      <section>
        <SectionHead title={t("working.description")} />
        <RichText text={description} className="read" />
      </section>
      <section>
        <SectionHead title={t("ended.steps")} />
        {latest.length === 0 && <p className="muted">{t("ended.nothing")}</p>}
        {latest.map((version) => (
          <details key={`${version.step} ${version.batch}`} className="se-fold">
            <summary>
              {t(`steps.${version.step}`)}{" "}
              <span className="muted small dots">
                {version.batch !== null && (
                  <span>{t("plan.batchShort", { at: version.batch + 1 })}</span>
                )}
                <span>{t("panel.version", { version: version.version })}</span>
                <span>{t("panel.by", { by: version.by })}</span>
              </span>
            </summary>
            <OneVersion room={room} id={row.id} version={version} />
          </details>
        ))}
      </section>
    </div>
  );
}
