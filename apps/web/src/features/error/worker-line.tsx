import { ERRORS_MAX } from "@squadroom/core/error/reported-error";
import type { ReactNode } from "react";
import { Tag } from "../../ui/tag.tsx";
import { plainText } from "../../words/plain-text.ts";
import type { WorkerStanding } from "./standing.ts";
import "./error.css";

const PLACES = Array.from({ length: ERRORS_MAX }, (_, at) => at + 1);

/** An agent, and how far it is from the error that stops it. */
export function WorkerLine({ worker }: { worker: WorkerStanding }): ReactNode {
  const { name, count, isStopped } = worker;
  return (
    <li className="er-worker">
      <span className="er-name">{plainText(name)}</span>
      <span
        className="er-count"
        role="img"
        aria-label={`${count} of ${ERRORS_MAX} in this run`}
        title={`${count} of ${ERRORS_MAX} in this run`}
      >
        {PLACES.map((place) => (
          <i key={place} className={place <= count ? "is-on" : undefined} />
        ))}
      </span>
      {isStopped && <Tag tone="bad">Stopped, waiting for you</Tag>}
    </li>
  );
}
