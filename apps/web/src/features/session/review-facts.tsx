import type { ReviewReply } from "@squadroom/core/reply/shapes";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { SectionHead } from "./proposal-head.tsx";
import type { StepProps } from "./step-props.ts";
import { t } from "./words.ts";

/** Who let what it found stand, and why. */
export function Overridden({ session }: StepProps): ReactNode {
  const overridden = session.execution?.overridden;
  if (!overridden) return null;
  return <p className="c-warn">{t("review.overridden", { ...overridden })}</p>;
}

/** What a review said: its summary, then what must change, then each finding. */
export function ReviewFacts({ value }: { value: ReviewReply }): ReactNode {
  return (
    <>
      {value.mustFix.length + value.findings.length > 0 && (
        <SectionHead title={t("review.summary")} />
      )}
      <RichText text={value.summary} className="read" />
      {value.mustFix.length > 0 && (
        <section>
          <SectionHead title={t("review.mustFix")} />
          <ul className="se-points">
            {value.mustFix.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      {value.findings.length > 0 && (
        <section>
          <SectionHead title={t("review.findings")} />
          <ul>
            {value.findings.map(({ severity, file, line, issue, suggestion }) => (
              <li key={`${file} ${line} ${issue}`} className="fi">
                <span
                  className={severity === "critical" || severity === "high" ? "c-bad" : "c-warn"}
                >
                  <Icon of={TriangleAlert} size="s" />
                </span>
                <div>
                  <p className="small muted dots">
                    <span>{t(`review.severity.${severity}`)}</span>
                    <span className="mono">{file}</span>
                    <span>{line ? t("review.line", { line }) : t("review.file")}</span>
                  </p>
                  <RichText text={issue} />
                  {suggestion && (
                    <p className="muted">{t("review.suggestion", { text: suggestion })}</p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
