import { counted } from "@squadroom/core/kernel/words";
import type { SessionReview } from "@squadroom/core/session/review/session-review";
import type { ReactNode } from "react";
import type { Names } from "../../live/names.ts";
import { Tag } from "../../ui/tag.tsx";
import { say } from "../../words/say.tsx";
import { SectionHead } from "./proposal-head.tsx";
import { ReviewFacts } from "./review-facts.tsx";
import "./fold.css";

/** Every round of every review of a batch, each can be opened for its findings; and who let it stand, and why. */
export function BatchRounds({ reviews, names }: { reviews: readonly SessionReview[]; names: Names }): ReactNode {
  if (reviews.length === 0) return null;
  return (
    <section>
      <SectionHead title="Reviews" />
      {reviews.map((review) => (
        <details key={`${review.taskId} ${review.round} ${review.role} ${review.at}`} className="se-fold">
          <summary>
            {review.taskId ?? "The whole batch"}{" "}
            <span className="muted small dots">
              <span>{`round ${review.round}`}</span>
              <span>{review.by ?? names.role(review.role)}</span>
            </span>{" "}
            <Word review={review} />
          </summary>
          {review.letStand && (
            <p className="c-warn">{say`${review.letStand.by} let it stand: ${review.letStand.reason}`}</p>
          )}
          {review.by === null && <p className="muted">A person continued without this review.</p>}
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
  if (review.by === null) return <Tag tone="warn">waived</Tag>;
  if (review.passed) return <Tag tone="ok">passed</Tag>;
  if (review.letStand) return <Tag tone="warn">let stand</Tag>;
  const count = review.findings.length + review.mustFix.length;
  return <Tag tone="bad">{`${counted(count, "thing")} found`}</Tag>;
}
