import type { ReviewReply } from "@squadroom/core/reply/shapes";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { say } from "../../words/say.tsx";
import { SectionHead } from "./proposal-head.tsx";
import type { StepProps } from "./step-props.ts";
import { REVIEW_SEVERITY } from "./words.ts";

/** Who let its findings stand, and why. */
export function Overridden({ session }: StepProps): ReactNode {
  const overridden = session.execution?.overridden;
  if (!overridden) return null;
  return <p className="c-warn">{say`${overridden.by} let it stand: ${overridden.reason}`}</p>;
}

/** What a review said: its summary, then what must change, then each finding. */
export function ReviewFacts({ value }: { value: ReviewReply }): ReactNode {
  return (
    <>
      {value.mustFix.length + value.findings.length > 0 && <SectionHead title="In short" />}
      <RichText text={value.summary} className="read" />
      {value.mustFix.length > 0 && (
        <section>
          <SectionHead title="Must change" />
          <ul className="se-points">
            {value.mustFix.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      {value.findings.length > 0 && (
        <section>
          <SectionHead title="Findings" />
          <ul>
            {value.findings.map(({ severity, file, line, issue, suggestion }) => (
              <li key={`${file} ${line} ${issue}`} className="fi">
                <span className={severity === "critical" || severity === "high" ? "c-bad" : "c-warn"}>
                  <Icon of={TriangleAlert} size="s" />
                </span>
                <div>
                  <p className="small muted dots">
                    <span>{REVIEW_SEVERITY[severity]}</span>
                    <span className="mono">{file}</span>
                    <span>{line ? `line ${line}` : "the file as a whole"}</span>
                  </p>
                  <RichText text={issue} />
                  {suggestion && <p className="muted">{say`Suggested: ${suggestion}`}</p>}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
