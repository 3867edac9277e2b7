import { counted } from "@squadroom/core/kernel/words";
import { type ReactNode, useState } from "react";
import { clockOf, dateOf, exactTime, isSameDay } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { Button } from "../../ui/button.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { costText } from "../usage/index.ts";
import { Checks, Decided, Discussed, Errors, Findings, Open, Workers } from "./report-lists.tsx";
import type { Report } from "./use-report.ts";
import "../../ui/tag.css";
import "./report.css";

const TASK_STATES = {
  open: "open",
  passed: "passed",
  skipped: "not passed",
  rolled_back: "rolled back",
  cancelled: "cancelled",
  redone: "replaced",
  failing_checks: "failing checks",
};

const ARTIFACT_STATUS = {
  created: "created",
  modified: "modified",
  deleted: "deleted",
};

/** The report itself, as printed. */
export function ReportPaper({ report, names }: { report: Report; names: Pick<Names, "role"> }): ReactNode {
  return (
    <article className="rp-paper">
      <p className="small muted dots">
        <span>Report</span>
        <span>{report.room}</span>
        <span>{periodOf(report)}</span>
      </p>
      <h2 className="rp-title">{plainText(report.title)}</h2>
      {report.reason !== "" && <p className="muted">{report.reason}</p>}
      <Figures report={report} />
      <Asked report={report} />
      <Decided decided={report.decided} isPipeline={report.figures.steps !== null} />
      <Done report={report} names={names} />
      <Workers workers={report.workers} names={names} />
      <Findings findings={report.findings} />
      <Discussed discussions={report.discussions} />
      <Checks checks={report.checks} />
      <Artifacts artifacts={report.artifacts} />
      <Errors errors={report.errors} />
      <Open open={report.open} />
    </article>
  );
}

/** The day once, if it is a single day. */
function periodOf({ startedAt, endedAt }: Report): string {
  if (startedAt === null) return `never started; ended ${exactTime(endedAt)}`;
  const from = `${dateOf(startedAt)}, ${clockOf(startedAt)}`;
  if (!isSameDay(startedAt, endedAt)) return `${from} to ${dateOf(endedAt)}, ${clockOf(endedAt)}`;
  const to = clockOf(endedAt);
  // Within one minute it is a single time.
  return clockOf(startedAt) === to ? from : say`${from} to ${to}`;
}

function Figures({ report: { figures } }: { report: Report }): ReactNode {
  const { tasks, passed, steps, changes, findings, fixed, tookMs, waitedMs } = figures;
  const cost = costText(figures.usage);
  const all: [string, string][] = [
    steps
      ? [`${steps.passed} of ${steps.count}`, `steps done, in ${counted(tasks, "task")}`]
      : [`${passed} of ${tasks}`, "tasks passed"],
  ];
  if (changes) all.push([counted(changes.files, "file"), `+${changes.added} −${changes.removed}`]);
  all.push([counted(findings, "finding"), `${fixed} fixed`]);
  if (cost) all.push([cost, "cost"]);
  if (tookMs !== null) {
    const waited = `${durationText(waitedMs)} waiting for people`;
    all.push([durationText(tookMs), waitedMs > 0 ? waited : "from start to end"]);
  }
  return (
    <dl className="rp-stat">
      {all.map(([value, what]) => (
        <div key={what}>
          <dd>{value}</dd>
          <dt>{what}</dt>
        </div>
      ))}
    </dl>
  );
}

function Asked({ report: { asked } }: { report: Report }): ReactNode {
  const { text, by, level, questions, answered } = asked;
  return (
    <section className="rp-part">
      <h3>Asked</h3>
      <RichText text={text} className="read" />
      <p className="small muted dots">
        <span>{say`By ${by}`}</span>
        {level && <span>{say`judged as ${level}`}</span>}
        {questions > 0 && <span>{`${counted(questions, "question")}, ${answered} answered`}</span>}
      </p>
    </section>
  );
}

function Done({ report: { agents, tasks }, names }: { report: Report; names: Pick<Names, "role"> }): ReactNode {
  return (
    <section className="rp-part">
      <h3>Who did what</h3>
      {agents.length === 0 && <p className="muted">No agent worked on it.</p>}
      {agents.length > 0 && (
        <table className="rp-table">
          <thead>
            <tr>
              <th scope="col">Agent</th>
              <th scope="col">Tasks</th>
              <th scope="col" className="rp-wide">
                Reviews
              </th>
              <th scope="col" className="rp-wide">
                Sent back
              </th>
              <th scope="col" className="rp-wide">
                Time
              </th>
              <th scope="col">USD</th>
            </tr>
          </thead>
          <tbody>
            {agents.map((one) => (
              <tr key={`${one.name} ${one.role}`}>
                <th scope="row">
                  {one.name}
                  {names.role(one.role) !== one.name && (
                    <>
                      {" "}
                      <span className="muted">{names.role(one.role)}</span>
                    </>
                  )}
                </th>
                <td>{one.tasks}</td>
                <td className="rp-wide">{one.reviews}</td>
                <td className="rp-wide">{one.sentBack}</td>
                <td className="rp-wide">{durationText(one.workMs)}</td>
                <td>{costText(one.usage)?.replace(/ USD\b/, "")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {tasks.length > 0 && (
        <table className="rp-table">
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col">Outcome</th>
              <th scope="col" className="rp-wide">
                By
              </th>
              <th scope="col" className="rp-wide">
                Rounds
              </th>
              <th scope="col" className="rp-wide">
                Changes
              </th>
            </tr>
          </thead>
          <tbody>
            {tasks.map(({ taskId, title, state, standing, author, rounds, unreviewed, changes }) => (
              <tr key={taskId}>
                <th scope="row">
                  <span className="nowrap">{taskId}</span> {plainText(title)}
                </th>
                <td>
                  {TASK_STATES[standing ?? state]}
                  {unreviewed && `, unreviewed`}
                </td>
                <td className="rp-wide">{author}</td>
                <td className="rp-wide">{rounds}</td>
                <td className="rp-wide nowrap">{changes && `+${changes.added} −${changes.removed}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const FIRST_FILES = 12;

/** All of them on paper; on the screen the first ones, until somebody wants more. */
function Artifacts({ artifacts }: { artifacts: Report["artifacts"] }): ReactNode {
  const [all, setAll] = useState(false);
  if (artifacts.length === 0) return null;
  const more = artifacts.length - FIRST_FILES;
  return (
    <section className="rp-part">
      <h3>
        Artifacts <span>{counted(artifacts.length, "file")}</span>
      </h3>
      <ul className="rp-rows">
        {artifacts.map(({ path, status, lines, taskId, by }, i) => (
          <li key={path} className={!all && i >= FIRST_FILES ? "rp-later" : undefined}>
            <span className="mono rp-path">{path}</span>
            <span className="small muted">{lines === null ? ARTIFACT_STATUS[status] : counted(lines, "line")}</span>
            <span className="small muted rp-wide rp-end">
              {by}, <span className="nowrap">{taskId}</span>
            </span>
          </li>
        ))}
      </ul>
      {!all && more > 0 && (
        <Button kind="ghost" className="rp-screen" onClick={() => setAll(true)}>
          {`${more} more`}
        </Button>
      )}
    </section>
  );
}
