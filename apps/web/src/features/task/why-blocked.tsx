import type { BlockedReason } from "@squadroom/core/task/blocked";
import { Fragment, type ReactNode } from "react";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { openTask } from "./open-task.ts";

/** Why a task can't continue, each reason with the rule behind it. */
export function WhyBlocked({ reasons }: { reasons: readonly BlockedReason[] }): ReactNode {
  const rules = [...new Set(reasons.map(({ rule }) => rule))];
  return (
    <div className="why">
      <ul>
        {reasons.map((reason) => (
          <li key={reason.text}>
            {plainText(reason.text)} {reason.kind === "waits_for" && <TaskLink id={reason.taskId} />}
          </li>
        ))}
      </ul>
      {rules.map((rule) => (
        <p key={rule} className="small muted">
          {say`Rule: ${rule}`}
        </p>
      ))}
    </div>
  );
}

/** Leads to another task's sheet. */
export function TaskLink({ id }: { id: string }): ReactNode {
  return (
    <button type="button" className="tlink" aria-label={`Open ${id}`} onClick={() => openTask(id)}>
      {id}
    </button>
  );
}

/** A line of facts: other tasks. */
export function TaskLinks({ title, ids }: { title: string; ids: readonly string[] }): ReactNode {
  if (ids.length === 0) return null;
  return (
    <>
      <dt>{title}</dt>
      <dd>
        {ids.map((id, at) => (
          <Fragment key={id}>
            {at > 0 && " "}
            <span className="nowrap">
              <TaskLink id={id} />
              {at < ids.length - 1 && ","}
            </span>
          </Fragment>
        ))}
      </dd>
    </>
  );
}
