import { revisionOf } from "@squadroom/core/pipeline/pipeline";
import { resultOf } from "@squadroom/core/session/discussion/verdict";
import type { Discussion, PerspectiveTurn } from "@squadroom/core/session/record/discussion";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { plainText } from "../../words/plain-text.ts";
import "./discussion.css";

/** This round and those about what it revises, the oldest first. */
export function lineOf(all: readonly Discussion[], of: Discussion): Discussion[] {
  const { first } = revisionOf(of.step);
  return all.filter((one) => one.round === of.round && revisionOf(one.step).first === first && one.id <= of.id);
}

/** Who rated how, in this round and in those before it. */
export function DiscussionMatrix({ line }: { line: readonly Discussion[] }): ReactNode {
  const now = line.at(-1);
  if (!now) return null;
  const { averageRating, spread } = resultOf(now);
  return (
    <table className="dm">
      <thead>
        <tr>
          <th scope="col">Perspective</th>
          <th scope="col">Looks at</th>
          {line.map(({ id, step }) => (
            <th key={id} scope="col" className="dm-rated">
              {step}
            </th>
          ))}
          <th scope="col">In one sentence</th>
        </tr>
      </thead>
      <tbody>
        {now.perspectives.map((turn) => (
          <tr key={turn.name}>
            <th scope="row">
              <b className="strong dm-name">{plainText(turn.name)}</b>
              <span className="small muted">{[turn.persona, turn.tool].filter(Boolean).map(plainText).join(", ")}</span>
            </th>
            <td className="small muted dm-focus">{plainText(turn.focus)}</td>
            {line.map((round) => (
              <td key={round.id} className="dm-rated">
                <Rating turn={round.perspectives.find(({ name }) => name === turn.name)} isBefore={round !== now} />
              </td>
            ))}
            <td className="dm-said">{sentenceOf(now, turn)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="muted">
            Average
          </th>
          <td className="dm-focus" />
          {line.map((round) => (
            <td key={round.id} className="dm-rated">
              {averageText(resultOf(round).averageRating)}
            </td>
          ))}
          <td className="muted small dm-said">{averageRating === null ? "" : `spread ${spread}`}</td>
        </tr>
      </tbody>
    </table>
  );
}

function sentenceOf({ verdict }: Discussion, { name, reply }: PerspectiveTurn): ReactNode {
  if (reply) return plainText(reply.summary);
  const why = verdict?.skipped.find((one) => one.name === name)?.why;
  return <span className="muted">{why === undefined ? "No answer yet" : `Skipped: ${plainText(why)}`}</span>;
}

export function averageText(average: number | null): string {
  return average === null ? "" : average.toFixed(1);
}

function Rating({ turn, isBefore }: { turn: PerspectiveTurn | undefined; isBefore: boolean }): ReactNode {
  const rating = turn?.reply?.rating;
  if (rating === undefined)
    return (
      <>
        <span aria-hidden="true" className="muted">
          –
        </span>
        <span className="sr">no rating</span>
      </>
    );
  return (
    <span
      role="img"
      className={clsx("dm-dots", isBefore ? "dm-was" : rating <= 2 && "dm-low")}
      aria-label={isBefore ? `was ${rating} of 5` : `${rating} of 5`}
    >
      {[1, 2, 3, 4, 5].map((n) => (
        <i key={n} className={n <= rating ? "dm-full" : undefined} />
      ))}
    </span>
  );
}
