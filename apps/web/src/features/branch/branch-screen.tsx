import type { Branch } from "@squadroom/core/branch/branch";
import { mergeQueue } from "@squadroom/core/branch/queue";
import type { RoomView } from "@squadroom/core/kernel/view";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import { type Names, useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { CrumbTop } from "../../shell/crumb-top.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Term } from "../../ui/term.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { OpenTaskSheet, openTask } from "../task/index.ts";
import { BranchActs } from "./branch-acts.tsx";
import { BranchChanges } from "./branch-changes.tsx";
import { PullRequest } from "./pull-request.tsx";
import { StateTag } from "./state-tag.tsx";
import "./branch-screen.css";

const FAILED = {
  conflict: (files) => say`It conflicts in ${files}.`,
  checks: () => "Once merged, a check fails.",
  refused: () => "The repository refused it.",
} satisfies Record<string, (files: string) => string>;

const CALM_MS = 60;

/** One branch: what was merged and why in that order, what didn't fit, what it changes, and what a person may do. */
export function BranchScreen({ state: current, id }: { state: RoomState; id: string }): ReactNode {
  const state = useCalm(current, CALM_MS);
  const names = useNames(state);
  const { view } = state;
  const branch = view.branches[id];
  const title = branch ? `${branch.key} ${plainText(branch.title)}` : id;
  useTitle(title);
  return (
    <>
      <CrumbTop room={view.name} all="branches" allTitle="Branches" back="Branches of this room" title={title} />
      {branch ? (
        <div className="br-page">
          <BranchFacts branch={branch} state={state} names={names} />
          <div className="br-grid">
            <div className="br-main">
              <Failed branch={branch} />
              {branch.line === null && <WentIn branch={branch} state={state} />}
              <BranchChanges room={view.name} branch={branch} />
            </div>
            <div className="br-side br-first">
              <BranchActs branch={branch} state={state} />
            </div>
            <div className="br-side">
              <PullRequest room={view.name} branch={branch} />
            </div>
          </div>
        </div>
      ) : (
        <Problem
          tone="warn"
          title="No such branch"
          actions={
            <Link to="/rooms/$room/branches" params={{ room: view.name }} className={buttonClass("primary")}>
              All branches
            </Link>
          }
        >
          It was removed, or it never was in this room.
        </Problem>
      )}
      <OpenTaskSheet state={state} names={names} />
    </>
  );
}

function BranchFacts({
  branch,
  state: { view },
  names,
}: {
  branch: Branch;
  state: RoomState;
  names: Names;
}): ReactNode {
  const { name, merged, runnerId, by, checks, taskId } = branch;
  const broken = checks.filter(({ passed }) => !passed);
  const runner = view.runs.runners[runnerId]?.name;
  return (
    <Facts>
      <Fact name="State">
        <StateTag view={view} branch={branch} />
      </Fact>
      <Fact name="Branch" small={runner ? say`on ${runner}` : "its runner was removed"} isLong>
        <span className="mono">{name}</span>
      </Fact>
      <Goal branch={branch} view={view} />
      {(by || merged.length === 0) && (
        <Fact name="Changed by" small={by && names.role(by.role)}>
          {by ? plainText(by.name) : <span className="muted">nobody yet</span>}
        </Fact>
      )}
      {taskId && (
        <Fact name="Last task" small={names.title(taskId)}>
          <TaskButton id={taskId} />
        </Fact>
      )}
      <Fact name="Checks">
        {checks.length === 0 ? (
          <span className="muted">none run</span>
        ) : broken.length === 0 ? (
          "all passed"
        ) : (
          <span className="c-bad">{say`${broken.map((one) => one.name).join(", ")} failed`}</span>
        )}
      </Fact>
    </Facts>
  );
}

/** Where it goes, or went. */
function Goal({ branch, view }: { branch: Branch; view: RoomView }): ReactNode {
  const { line, lineTitle, base, head, taken } = branch;
  if (line === null)
    return taken?.head === head ? (
      <Fact name="Went into" small={say`taken by ${taken.by}`}>
        <span className="mono">{taken.into}</span>
      </Fact>
    ) : (
      <Fact name="Goes into" small="when you take it">
        {base ? <span className="mono">{base}</span> : "your branch"}
      </Fact>
    );
  const into = view.branches[line];
  return (
    <Fact name={branch.merge?.state === "merged" ? "Went into" : "Goes into"} isLong>
      {into ? (
        <Link className="link mono" to="/rooms/$room/branches/$branch" params={{ room: view.name, branch: line }}>
          {into.name}
        </Link>
      ) : (
        lineTitle || line
      )}
    </Fact>
  );
}

export function TaskButton({ id }: { id: string }): ReactNode {
  return (
    <button type="button" className="link nowrap" onClick={() => openTask(id)}>
      {id}
    </button>
  );
}

/** What is in it and what still waits, each with the reason for its place. */
function WentIn({ branch, state: { view } }: { branch: Branch; state: RoomState }): ReactNode {
  const waiting = mergeQueue(view, null).filter((one) => one.branch.line === branch.key);
  return (
    <>
      <section aria-label="What went into it">
        <h2>What went into it</h2>
        {branch.merged.length === 0 && <p className="muted">Nothing yet.</p>}
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
                {why} {reviewers.length > 0 ? say`Approved by ${reviewers.join(", ")}.` : "Nobody reviewed it."}{" "}
                {view.branches[key] && (
                  <Link className="link" to="/rooms/$room/branches/$branch" params={{ room: view.name, branch: key }}>
                    Open its branch
                  </Link>
                )}
              </p>
            </li>
          ))}
        </ol>
      </section>
      {waiting.length > 0 && (
        <section aria-label="Still to go in, in this order">
          <h2>Still to go in, in this order</h2>
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
function Failed({ branch: { failed, merge } }: { branch: Branch }): ReactNode {
  if (failed.length === 0) return null;
  return (
    <section aria-label="Merges that failed">
      <h2>Merges that failed</h2>
      <ul className="br-steps">
        {failed.map(({ at, why, note, files, fix }) => (
          <li key={at}>
            <p>
              {FAILED[why](files.join(", "))}{" "}
              <span className="small muted">
                <Since at={at} ago />
              </span>
            </p>
            {note !== "" && <Term label="What was said" text={note} />}
            {fix && (
              <p className="small">
                <TaskButton id={fix} /> {merge?.state === "merged" ? "made it fit." : "mends it."}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
