import { secondsText } from "@squadroom/core/kernel/words";
import type { PlanTask } from "@squadroom/core/reply/shapes";
import { outputText } from "@squadroom/core/task/outputs";
import type { ReactNode } from "react";
import type { Names } from "../../live/names.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { boundaryWords } from "./boundary-fields.tsx";
import "./fold.css";

const PLAN_PRIORITY = {
  critical: "priority critical",
  high: "priority high",
  medium: "priority medium",
  low: "priority low",
};

/** A task of a plan: whom it is for, what it needs and changes, and, unfolded, what to do. */
export function TaskLine({
  task,
  names,
  isOpen = false,
}: {
  task: PlanTask;
  names: Names;
  isOpen?: boolean;
}): ReactNode {
  const { id, title, files = [], requires = [], role, successCriteria = [], instruction } = task;
  const { reviewers = [], priority, timeoutS, boundaries, outputs = [] } = task;
  return (
    <li className="pl">
      <span className="mono muted pl-id">{id}</span>
      <div className="pl-what">
        <span className="strong">{plainText(title)}</span>
        <span className="small muted dots">
          <span>{role ? say`for ${names.role(role)}` : "for whoever does the work"}</span>
          <span>{requires.length > 0 ? say`needs ${requires.join(", ")}` : "needs nothing"}</span>
          {priority && <span>{PLAN_PRIORITY[priority]}</span>}
          {timeoutS !== undefined && <span>{`time limit ${secondsText(timeoutS)}`}</span>}
          {reviewers.length > 0 && <span>{say`also reviewed by ${reviewers.map(names.role).join(", ")}`}</span>}
        </span>
        {files.length > 0 && <span className="small muted mono pl-files">{files.join(", ")}</span>}
        {outputs.length > 0 && <Fact name="Outputs" text={outputs.map(outputText).join(", ")} />}
        {boundaries && <Fact name="Boundaries" text={boundaryWords(boundaries)} />}
        <details className="se-fold" open={isOpen}>
          <summary aria-label={`Details of ${id}`}>Instruction</summary>
          <RichText text={instruction} />
          {successCriteria.length > 0 && (
            <>
              <p className="label">Done when</p>
              <ul className="se-points">
                {successCriteria.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          )}
        </details>
      </div>
    </li>
  );
}

function Fact({ name, text }: { name: string; text: string }): ReactNode {
  if (text === "") return null;
  return (
    <span className="small muted pl-files">
      {name}: <span className="mono">{text}</span>
    </span>
  );
}
