import { fixesText } from "@squadroom/core/error/reported-error";
import { Fragment, type ReactNode, useState } from "react";
import { clockOf, exactTime } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { Button } from "../../ui/button.tsx";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { DISCUSSION_SEVERITY } from "../session/index.ts";
import type { Report } from "./use-report.ts";
import "./report.css";

const STEPS = {
  scout: "Scout",
  triage: "Triage",
  questions: "Questions",
  approaches: "Approach",
  design: "Design",
  plan: "Plan",
  execute: "Work",
  review: "Review",
  done: "End",
};

const FINDING = {
  open: "open",
  fixed: "fixed",
  dropped: "dropped",
};

const WORKERS = {
  idle: "none",
  working: "none ended",
  final: "none",
  decided: "Decided",
  warned: "Warning",
};

const PHASES = {
  requirements: "Requirements",
  design: "Design",
  implementation: "Implementation",
  quality: "Quality",
};

const OUTCOME = {
  open: "open",
  failed: "failed",
  waived: "waived",
};

const SEVERITY = {
  critical: "critical",
  error: "error",
  warning: "warning",
};

const OPEN_KIND = {
  task: (of) => `Task ${of}`,
  finding: (of) => `Finding, ${of}`,
  batch: (of) => `Batch ${of}`,
  check: (of) => `Gate, ${of}`,
  question: (of) => `Question, ${of}`,
} satisfies Record<string, (of: string) => string>;

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
        Decided{" "}
        {decided.length > 0 && (
          <span>
            {people === 0
              ? `${decided.length} in all, none by a person`
              : people === 1
                ? `${decided.length} in all, 1 by a person`
                : `${decided.length} in all, ${people} by people`}
          </span>
        )}
      </h3>
      {decided.length === 0 && <p className="muted">Nobody decided anything.</p>}
      <ul className="rp-list">
        {decided.map(({ about, what, note, by, who, at }) => (
          <li key={`${at} ${what}`}>
            <span className="small muted">
              {who === "team" ? "By the team" : isPipeline ? "By a person" : STEPS[about as keyof typeof STEPS]}
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

/** Open ones first; fixed ones after them are a click away, and all are printed. */
export function Findings({ findings }: { findings: Report["findings"] }): ReactNode {
  const [all, setAll] = useState(false);
  if (findings.length === 0) return null;
  const fixed = findings.filter(({ state }) => state === "fixed");
  const later = new Set(all ? [] : fixed.slice(FIRST_FIXED));
  return (
    <section className="rp-part">
      <h3>
        Findings{" "}
        <span>
          {findings.length}, {`${fixed.length} fixed`}
        </span>
      </h3>
      <ul className="rp-list">
        {findings.map((one) => {
          const { state, issue, file, line, taskId, round } = one;
          return (
            <li key={`${taskId} ${file} ${issue}`} className={later.has(one) ? "rp-later" : undefined}>
              <span>
                <Tag tone={TONES[state]}>{FINDING[state]}</Tag>
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
              <span className="small muted rp-end">{`${taskId ?? "the whole"}, round ${round}`}</span>
            </li>
          );
        })}
      </ul>
      {later.size > 0 && (
        <Button kind="ghost" className="rp-screen" onClick={() => setAll(true)}>
          {later.size === 1 ? `${later.size} more, fixed` : `${later.size} more, all fixed`}
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
        Discussions <span>{discussions.length}</span>
      </h3>
      <ul className="rp-list">
        {discussions.map(({ step, round, outcome, severity, averageRating, warnings }) => (
          <li key={`${step} ${round}`}>
            <span>
              <Tag tone={severity === "none" || severity === "low" ? "ok" : "warn"}>
                {outcome === "skipped" ? "skipped" : DISCUSSION_SEVERITY[severity]}
              </Tag>
            </span>
            <span>
              {round}, {step}
              {warnings.map((text) => (
                <span key={text} className="ink2 rp-said">
                  {plainText(text)}
                </span>
              ))}
            </span>
            <span className="small muted rp-end">
              {averageRating === null ? "" : say`${averageRating.toFixed(1)} of 5`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What each role of a pipeline made, with its decisions and warnings. */
export function Workers({ workers, names }: { workers: Report["workers"]; names: Pick<Names, "role"> }): ReactNode {
  if (workers.length === 0) return null;
  const said = workers.flatMap(({ keyDecisions, warnings }) => [
    ...keyDecisions.map((one) => ({ ...one, kind: "decided" as const })),
    ...warnings.map((one) => ({ ...one, kind: "warned" as const })),
  ]);
  return (
    <section className="rp-part" aria-label="Workers">
      <h3>Workers</h3>
      <table className="rp-table">
        <thead>
          <tr>
            <th scope="col">Role</th>
            <th scope="col" className="rp-left">
              Tasks
            </th>
            <th scope="col" className="rp-left">
              Artifacts
            </th>
            <th scope="col" className="rp-wide">
              Time
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
                {tasks.length === 0 && WORKERS[kind]}
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
            <span className="small muted">{WORKERS[kind]}</span>
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
        Checks <span>{`${met} of ${checks.length} met`}</span>
      </h3>
      <ul className="rp-list">
        {checks.map(({ phase, batch, check, outcome, by, text }) => (
          <li key={`${phase} ${batch} ${check}`}>
            <span className="small muted">
              {batch === null ? PHASES[phase] : say`${PHASES[phase]}, batch ${batch + 1}`}
            </span>
            <span>
              {text} {outcome !== "met" && <Tag tone={CHECK_TONES[outcome]}>{OUTCOME[outcome]}</Tag>}
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
        Errors <span>{errors.length}</span>
      </h3>
      <ul className="rp-list">
        {errors.map(({ severity, message, taskId, by, at, fixes }) => (
          <li key={`${at} ${message}`}>
            <span>
              <Tag tone={severity === "warning" ? "warn" : "bad"}>{SEVERITY[severity as keyof typeof SEVERITY]}</Tag>
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
      <h3>Open</h3>
      {open.length === 0 && <p className="muted">Nothing is open.</p>}
      <ul className="rp-two">
        {open.map(({ kind, of, text }) => (
          <li key={`${kind} ${of} ${text}`}>
            <span className="small muted">{OPEN_KIND[kind](of)}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
