import { fixesText } from "@squadroom/core/error/reported-error";
import { Fragment, type ReactNode, useState } from "react";
import { clockOf, exactTime } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { Button } from "../../ui/button.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import type { Report } from "./use-report.ts";
import { t } from "./words.ts";
import "./report.css";

/** What people decided, and what the team wrote down. */
export function Decided({
  decided,
  isPipeline,
}: {
  decided: Report["decided"];
  /** Then all its answers are to the same step of a session. */
  isPipeline: boolean;
}): ReactNode {
  const people = decided.filter(({ who }) => who === "person").length;
  return (
    <section className="rp-part">
      <h3>
        {t("decided")}{" "}
        {decided.length > 0 && <span>{t("byPeople", { count: people, all: decided.length })}</span>}
      </h3>
      {decided.length === 0 && <p className="muted">{t("nothingDecided")}</p>}
      <ul className="rp-list">
        {decided.map(({ about, what, note, by, who, at }) => (
          <li key={`${at} ${what}`}>
            <span className="small muted">
              {who === "team"
                ? t("team")
                : isPipeline
                  ? t("person")
                  : t(`steps.${about as "plan"}`)}
            </span>
            <span>
              {plainText(what)}
              {note !== "" && <span className="ink2">: {note}</span>}
            </span>
            <span className="small muted rp-end" title={exactTime(at)}>
              {by}, {clockOf(at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const TONES = { open: "warn", fixed: "ok", dropped: "plain" } as const;
const FIRST_FIXED = 3;

/** What is open first; fixed ones behind it are a click away, and all on paper. */
export function Findings({ findings }: { findings: Report["findings"] }): ReactNode {
  const [all, setAll] = useState(false);
  if (findings.length === 0) return null;
  const fixed = findings.filter(({ state }) => state === "fixed");
  const later = new Set(all ? [] : fixed.slice(FIRST_FIXED));
  return (
    <section className="rp-part">
      <h3>
        {t("findings")}{" "}
        <span>
          {findings.length}, {t("figures.findingsWhat", { fixed: fixed.length })}
        </span>
      </h3>
      <ul className="rp-list">
        {findings.map((one) => {
          const { state, issue, file, line, taskId, round } = one;
          return (
            <li
              key={`${taskId} ${file} ${issue}`}
              className={later.has(one) ? "rp-later" : undefined}
            >
              <span>
                <Tag tone={TONES[state]}>{t(`finding.${state}`)}</Tag>
              </span>
              <span>
                {issue}{" "}
                {file !== null && (
                  <span className="mono small muted">
                    {file}
                    {line !== null && `:${line}`}
                  </span>
                )}
              </span>
              <span className="small muted rp-end">
                {t("round", { of: taskId ?? t("whole"), round })}
              </span>
            </li>
          );
        })}
      </ul>
      {later.size > 0 && (
        <Button kind="ghost" className="rp-screen" onClick={() => setAll(true)}>
          {t("moreFixed", { count: later.size })}
        </Button>
      )}
    </section>
  );
}

/** How each round of discussion ended, with what it wanted done. */
export function Discussed({ discussions }: { discussions: Report["discussions"] }): ReactNode {
  if (discussions.length === 0) return null;
  return (
    <section className="rp-part">
      <h3>
        {t("discussions")} <span>{discussions.length}</span>
      </h3>
      <ul className="rp-list">
        {discussions.map(({ step, round, outcome, severity, averageRating, warnings }) => (
          <li key={`${step} ${round}`}>
            <span>
              <Tag tone={outcome === "reached" ? "ok" : "warn"}>{t(`discussed.${outcome}`)}</Tag>
            </span>
            <span>
              {round}, {step}
              {severity !== "none" && `, ${severity.toUpperCase()}`}
              {warnings.map((text) => (
                <span key={text} className="ink2 rp-said">
                  {plainText(text)}
                </span>
              ))}
            </span>
            <span className="small muted rp-end">
              {averageRating === null ? "" : t("rated", { average: averageRating.toFixed(1) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What each role of a pipeline made, and what it decided and was warned of. */
export function Workers({
  workers,
  names,
}: {
  workers: Report["workers"];
  names: Pick<Names, "role">;
}): ReactNode {
  if (workers.length === 0) return null;
  const said = workers.flatMap(({ keyDecisions, warnings }) => [
    ...keyDecisions.map((one) => ({ ...one, kind: "decided" as const })),
    ...warnings.map((one) => ({ ...one, kind: "warned" as const })),
  ]);
  return (
    <section className="rp-part" aria-label={t("workers.title")}>
      <h3>{t("workers.title")}</h3>
      <table className="rp-table">
        <thead>
          <tr>
            <th scope="col">{t("workers.role")}</th>
            <th scope="col" className="rp-left">
              {t("agents.tasks")}
            </th>
            <th scope="col" className="rp-left">
              {t("artifacts")}
            </th>
            <th scope="col" className="rp-wide">
              {t("agents.time")}
            </th>
          </tr>
        </thead>
        <tbody>
          {workers.map(({ role, kind, tasks, artifacts, workMs }) => (
            <tr key={role}>
              <th scope="row" className="rp-role">
                {names.role(role)}
              </th>
              <td className="rp-left">
                {tasks.length === 0 && t(`workers.${kind}`)}
                {tasks.map(({ taskId }, i) => (
                  <Fragment key={taskId}>
                    {i > 0 && ", "}
                    <span className="nowrap">{taskId}</span>
                  </Fragment>
                ))}
              </td>
              <td className="rp-left">{artifacts.join(", ")}</td>
              <td className="rp-wide">{workMs > 0 && durationText(workMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="rp-list">
        {said.map(({ kind, taskId, text }) => (
          <li key={`${kind} ${taskId} ${text}`}>
            <span className="small muted">{t(`workers.${kind}`)}</span>
            <span>{plainText(text)}</span>
            <span className="small muted rp-end">{taskId}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const CHECK_TONES = { met: "ok", open: "plain", failed: "bad", waived: "warn" } as const;

export function Checks({ checks }: { checks: Report["checks"] }): ReactNode {
  if (checks.length === 0) return null;
  const met = checks.filter(({ outcome }) => outcome === "met").length;
  return (
    <section className="rp-part">
      <h3>
        {t("checks")} <span>{t("checksMet", { met, count: checks.length })}</span>
      </h3>
      <ul className="rp-list">
        {checks.map(({ phase, batch, check, outcome, by, text }) => (
          <li key={`${phase} ${batch} ${check}`}>
            <span className="small muted">
              {batch === null
                ? t(`phases.${phase}`)
                : t("batch", { phase: t(`phases.${phase}`), batch: batch + 1 })}
            </span>
            <span>
              {text}{" "}
              {outcome !== "met" && (
                <Tag tone={CHECK_TONES[outcome]}>{t(`outcome.${outcome}`)}</Tag>
              )}
            </span>
            <span className="small muted rp-end">{by}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Errors({ errors }: { errors: Report["errors"] }): ReactNode {
  if (errors.length === 0) return null;
  return (
    <section className="rp-part">
      <h3>
        {t("errors")} <span>{errors.length}</span>
      </h3>
      <ul className="rp-list">
        {errors.map(({ severity, message, taskId, by, at, fixes }) => (
          <li key={`${at} ${message}`}>
            <span>
              <Tag tone={severity === "warning" ? "warn" : "bad"}>
                {t(`severity.${severity as "error"}`)}
              </Tag>
            </span>
            <span className="rp-text">
              {message} <span className="small muted">{fixesText(fixes, plainText)}</span>
            </span>
            <span className="small muted rp-end">
              {by}, <span className="nowrap">{taskId}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Open({ open }: { open: Report["open"] }): ReactNode {
  return (
    <section className="rp-part">
      <h3>{t("open")}</h3>
      {open.length === 0 && <p className="muted">{t("nothingOpen")}</p>}
      <ul className="rp-two">
        {open.map(({ kind, of, text }) => (
          <li key={`${kind} ${of} ${text}`}>
            <span className="small muted">{t(`openKind.${kind}`, { of })}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
