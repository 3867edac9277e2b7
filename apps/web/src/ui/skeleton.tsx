import type { ReactNode } from "react";
import "./skeleton.css";

/** Widths of the lines, percent. */
const WIDTHS = [72, 58, 80, 46, 66, 52, 74, 61];

function lines(count: number): { at: number; first: number; second: number }[] {
  return Array.from({ length: count }, (_, at) => ({
    at,
    first: WIDTHS[at % WIDTHS.length] ?? 60,
    second: WIDTHS[(at + 3) % WIDTHS.length] ?? 60,
  }));
}

/** The static shape of rows to come. */
export function SkeletonRows({ rows = 6 }: { rows?: number }): ReactNode {
  return (
    <ul className="skel" aria-busy="true" aria-label="Loading">
      {lines(rows).map(({ at, first: width }) => (
        <li key={at}>
          <i className="skel-tile" />
          <div>
            <i style={{ width: `${width}%` }} />
            <i className="skel-second" style={{ width: `${width * 0.7}%` }} />
          </div>
          <i className="skel-time" />
        </li>
      ))}
    </ul>
  );
}

/** The static shape of room cards to come. */
export function SkeletonCards({ cards = 6 }: { cards?: number }): ReactNode {
  return (
    <ul className="skel-cards" aria-busy="true" aria-label="Loading">
      {lines(cards).map(({ at, first, second }) => (
        <li key={at}>
          <i style={{ width: `${first * 0.6}%`, height: "14px" }} />
          <i style={{ width: `${second}%` }} />
          <div className="row">
            <i className="skel-tile" />
            <i className="skel-tile" />
            <i className="skel-tile" />
          </div>
          <i className="skel-chart" />
        </li>
      ))}
    </ul>
  );
}
