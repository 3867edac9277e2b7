import type { ReactNode } from "react";
import { useWords } from "../words/use-words.ts";
import "./skeleton.css";

const WIDTHS = [72, 58, 80, 46, 66, 52, 74, 61];

/** The still shape of rows to come. */
export function SkeletonRows({ rows = 6 }: { rows?: number }): ReactNode {
  const { t } = useWords("ui");
  return (
    <ul className="skel" aria-busy="true" aria-label={t("loading")}>
      {Array.from({ length: rows }, (_, index) => {
        const width = WIDTHS[index % WIDTHS.length] ?? 60;
        return (
          <li key={index}>
            <i className="skel-tile" />
            <div>
              <i style={{ width: `${width}%` }} />
              <i className="skel-second" style={{ width: `${width * 0.7}%` }} />
            </div>
            <i className="skel-time" />
          </li>
        );
      })}
    </ul>
  );
}

/** The still shape of room cards to come. */
export function SkeletonCards({ cards = 6 }: { cards?: number }): ReactNode {
  const { t } = useWords("ui");
  return (
    <ul className="skel-cards" aria-busy="true" aria-label={t("loading")}>
      {Array.from({ length: cards }, (_, index) => (
        <li key={index}>
          <i style={{ width: `${(WIDTHS[index % WIDTHS.length] ?? 60) * 0.6}%`, height: "14px" }} />
          <i style={{ width: `${WIDTHS[(index + 3) % WIDTHS.length] ?? 60}%` }} />
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
