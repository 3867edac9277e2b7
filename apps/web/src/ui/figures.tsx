import type { ReactNode } from "react";
import "./figures.css";

/** Figures in a row: each value above what it says. */
export function Figures({ of }: { of: readonly (readonly [value: string, says: string])[] }): ReactNode {
  return (
    <dl className="figures">
      {of.map(([value, says]) => (
        <div key={says}>
          <dd>{value}</dd>
          <dt>{says}</dt>
        </div>
      ))}
    </dl>
  );
}
