import type { SessionReview } from "@squadroom/core/session/review/session-review";
import type { ReactNode } from "react";
import type { Names } from "../../live/names.ts";
import { Tag } from "../../ui/tag.tsx";
import { SectionHead } from "./proposal-head.tsx";
import { ReviewFacts } from "./review-facts.tsx";
import { t } from "./words.ts";
import "./fold.css";

/** Every round of every review of a batch, each opens with what it found; and who let it stand, and why. */
export function BatchRounds({
  reviews,
  names,
}: {
  reviews: readonly SessionReview[];
  names: Names;
}): ReactNode {
  if (reviews.length === 0) return null;
  return (
    <section>
      <SectionHead title={t("rounds.title")} />
      {reviews.map((review) => (
        <details
          key={`${review.taskId} ${review.round} ${review.role} ${review.at}`}
          className="se-fold"
        >
          <summary>
            {review.taskId ?? t("rounds.whole")}{" "}
            <span className="muted small dots">
              <span>{t("rounds.round", { round: review.round })}</span>
              <span>{review.by ?? names.role(review.role)}</span>
            </span>{" "}
            <Word review={review} />
          </summary>
          {review.letStand && <p className="c-warn">{t("rounds.letStand", review.letStand)}</p>}
          {review.by === null && <p className="muted">{t("rounds.waivedText")}</p>}
          <ReviewFacts
            value={{
              type: "review",
              passed: review.passed,
              summary: review.summary,
              findings: review.findings as Parameters<typeof ReviewFacts>[0]["value"]["findings"],
              mustFix: review.mustFix,
            }}
          />
        </details>
      ))}
    </section>
  );
}

function Word({ review }: { review: SessionReview }): ReactNode {
  if (review.by === null) return <Tag tone="warn">{t("rounds.waived")}</Tag>;
  if (review.passed) return <Tag tone="ok">{t("rounds.passed")}</Tag>;
  if (review.letStand) return <Tag tone="warn">{t("rounds.stands")}</Tag>;
  const count = review.findings.length + review.mustFix.length;
  return <Tag tone="bad">{t("rounds.found", { count })}</Tag>;
}
