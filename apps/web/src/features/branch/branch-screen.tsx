import type { Branch } from "@squadroom/core/branch/branch";
import { mergeQueue } from "@squadroom/core/branch/queue";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import { type Names, useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { useTitle } from "../../shell/use-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Problem } from "../../ui/problem.tsx";
import { plainText } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { OpenTaskSheet, openTask } from "../task/index.ts";
import { BranchActs } from "./branch-acts.tsx";
import { BranchChanges } from "./branch-changes.tsx";
import { PlainBox } from "./plain-box.tsx";
import { PullRequest } from "./pull-request.tsx";
import { StateTag } from "./state-tag.tsx";
import "./branch-screen.css";

const CALM_MS = 60;

/** One branch: what went into it and why in that order, what didn't fit, what it changes, and what a person may do. */
export function BranchScreen({ state: current, id }: { state: RoomState; id: string }): ReactNode {
  const { t } = wordsOf("branch");
  const state = useCalm(current, CALM_MS);
  const names = useNames(state);
  const { view } = state;
  const branch = view.branches?.[id];
  const title = branch ? `${branch.key} ${plainText(branch.title)}` : id;
  useTitle(title);
  return (
    <>
      <Head room={view.name} title={title} />
      {branch ? (
        <div className="br-page">
          <Facts branch={branch} state={state} names={names} />
          <div className="br-grid">
            <div className="br-main">
              <Failed branch={branch} />
              {branch.line === null && <WentIn branch={branch} state={state} />}
              <BranchChanges room={view.name} branch={branch} />
            </div>
            <div className="br-side">
              <BranchActs branch={branch} state={state} />
              <PullRequest room={view.name} branch={branch} />
            </div>
          </div>
        </div>
      ) : (
        <Problem
          tone="warn"
          title={t("missing.title")}
          actions={
            <Link
              to="/rooms/$room/branches"
              params={{ room: view.name }}
              className={buttonClass("primary")}
            >
              {t("missing.back")}
            </Link>
          }
        >
          {t("missing.text")}
        </Problem>
      )}
      <OpenTaskSheet state={state} names={names} />
    </>
  );
}

function Head({ room, title }: { room: string; title: string }): ReactNode {
  const { t } = wordsOf("branch");
  return (
    <header className="top">
      <Link
        to="/rooms/$room/branches"
        params={{ room }}
        className="top-back"
        aria-label={t("back")}
      >
        <Icon of={ArrowLeft} size="l" />
      </Link>
      <nav className="br-crumb wide" aria-label={t("crumb")}>
        <Link to="/rooms/$room" params={{ room }}>
          {room}
        </Link>
        <Icon of={ChevronRight} size="s" />
        <Link to="/rooms/$room/branches" params={{ room }}>
          {t("title")}
        </Link>
        <Icon of={ChevronRight} size="s" />
      </nav>
      <h1 title={title}>{title}</h1>
    </header>
  );
}

function Facts({
  branch,
  state: { view },
  names,
}: {
  branch: Branch;
  state: RoomState;
  names: Names;
}): ReactNode {
  const { t } = wordsOf("branch");
  const { key, name, line, lineTitle, base, runnerId, by, changes, checks, taskId } = branch;
  const broken = checks.filter(({ passed }) => !passed);
  return (
    <dl className="br-facts">
      <dt>{t("fact.state")}</dt>
      <dd>
        <StateTag view={view} branch={branch} />
      </dd>
      <dt>{t("fact.name")}</dt>
      <dd className="mono">{name}</dd>
      <dt>{t("fact.into")}</dt>
      <dd>
        {line === null ? (
          [t("fact.you"), base && t("fact.base", { base })].filter(Boolean).join(", ")
        ) : view.branches?.[line] ? (
          <Link
            className="link mono"
            to="/rooms/$room/branches/$branch"
            params={{ room: view.name, branch: line }}
          >
            {view.branches[line].name}
          </Link>
        ) : (
          lineTitle || line
        )}
      </dd>
      <dt>{t("fact.by")}</dt>
      <dd>{by ? `${plainText(by.name)} (${names.role(by.role)})` : t("fact.nobody")}</dd>
      {taskId && (
        <>
          <dt>{t("fact.task")}</dt>
          <dd>
            <TaskButton id={taskId} />
          </dd>
        </>
      )}
      <dt>{t("fact.runner")}</dt>
      <dd>{view.runs?.runners[runnerId]?.name ?? t("fact.gone")}</dd>
      {changes && (
        <>
          <dt>{t("fact.changes")}</dt>
          <dd>
            {t("fact.files", { count: changes.fileCount })},{" "}
            {t("fact.size", { added: changes.added, removed: changes.removed })}
          </dd>
        </>
      )}
      <dt>{t("fact.checks")}</dt>
      <dd className={broken.length > 0 ? "c-bad" : undefined} data-key={key}>
        {checks.length === 0
          ? t("fact.noChecks")
          : broken.length === 0
            ? t("fact.passed")
            : t("fact.failed", { names: broken.map((one) => one.name).join(", ") })}
      </dd>
    </dl>
  );
}

export function TaskButton({ id }: { id: string }): ReactNode {
  return (
    <button type="button" className="br-task" onClick={() => openTask(id)}>
      {id}
    </button>
  );
}

/** What is in it and what still waits, each with the reason for its place. */
function WentIn({ branch, state: { view } }: { branch: Branch; state: RoomState }): ReactNode {
  const { t } = wordsOf("branch");
  const waiting = mergeQueue(view, null).filter((one) => one.branch.line === branch.key);
  return (
    <>
      <section aria-label={t("merged.label")}>
        <h2>{t("merged.label")}</h2>
        {branch.merged.length === 0 && <p className="muted">{t("merged.none")}</p>}
        <ol className="br-steps">
          {branch.merged.map(({ key, title, why, summary, reviewers, at }) => (
            <li key={key}>
              <p className="strong">
                <TaskButton id={key} /> {plainText(title)}{" "}
                <span className="small muted">
                  <Since at={at} ago />
                </span>
              </p>
              {summary !== "" && <p>{plainText(summary)}</p>}
              <p className="small muted">
                {why}{" "}
                {reviewers.length > 0
                  ? t("merged.approved", { names: reviewers.join(", ") })
                  : t("merged.unreviewed")}{" "}
                {view.branches?.[key] && (
                  <Link
                    className="link"
                    to="/rooms/$room/branches/$branch"
                    params={{ room: view.name, branch: key }}
                  >
                    {t("merged.open")}
                  </Link>
                )}
              </p>
            </li>
          ))}
        </ol>
      </section>
      {waiting.length > 0 && (
        <section aria-label={t("waiting.label")}>
          <h2>{t("waiting.label")}</h2>
          <ol className="br-steps">
            {waiting.map(({ branch: { key, title }, why }) => (
              <li key={key}>
                <p className="strong">
                  <TaskButton id={key} /> {plainText(title)}
                </p>
                <p className="small muted">{why}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** Why it didn't fit, and who mends it. */
function Failed({ branch: { failed } }: { branch: Branch }): ReactNode {
  const { t } = wordsOf("branch");
  if (failed.length === 0) return null;
  return (
    <section aria-label={t("failed.label")}>
      <h2>{t("failed.label")}</h2>
      <ul className="br-steps">
        {failed.map(({ at, why, note, files, fix }) => (
          <li key={at}>
            <p>
              {t(`failed.${why}`, { files: files.join(", ") })}{" "}
              <span className="small muted">
                <Since at={at} ago />
              </span>
            </p>
            {note !== "" && <PlainBox label={t("failed.output")} text={note} />}
            {fix && (
              <p className="small">
                <TaskButton id={fix} /> {t("failed.fix")}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
