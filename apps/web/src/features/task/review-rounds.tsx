import type { Reply } from "@squadroom/client/call";
import { counted } from "@squadroom/core/kernel/words";
import { foundIn } from "@squadroom/core/task/found";
import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import type { Names } from "../../live/names.ts";
import { Tag } from "../../ui/tag.tsx";
import "./review-rounds.css";

type Judged = Reply<"getTask">["reviews"][number];

/** Who judged it in each round, the latest first. */
export function ReviewRounds({ reviews, names }: { reviews: readonly Judged[]; names: Names }): ReactNode {
  return (
    <table className="rounds">
      <caption className="sr">Reviews, the latest first</caption>
      <tbody>
        {reviews.map((review) => (
          <tr key={`${review.round} ${review.role}`}>
            <th scope="row">{`Round ${review.round}`}</th>
            <td>{review.by?.name ?? names.role(review.role)}</td>
            <td>
              <Word review={review} />
            </td>
            <td className="muted nowrap">
              <Since at={review.at ?? review.askedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Word({ review: { passed, by, verdict } }: { review: Judged }): ReactNode {
  if (passed === null) return <Tag tone="work">pending</Tag>;
  if (by === null) return <Tag tone="warn">waived</Tag>;
  if (passed) return <Tag tone="ok">passed</Tag>;
  const count = verdict ? foundIn(verdict).length : 0;
  return <Tag tone="bad">{`${counted(count, "thing")} to change`}</Tag>;
}
