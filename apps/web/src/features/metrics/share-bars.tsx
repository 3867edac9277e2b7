import type { ReactNode } from "react";

export interface Share {
  key: string;
  name: string;
  value: number;
  /** Beside the bar. */
  text: string;
  look?: string;
  /** The part without a known price is hatched. */
  isUnknown?: boolean;
  onPick?: (() => void) | undefined;
}

/** Names with a bar each; the longest bar is full. */
export function ShareBars({ rows, top }: { rows: readonly Share[]; top?: number }): ReactNode {
  const most = top ?? Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ul className="sb">
      {rows.map(({ key, name, value, text, look = "look-0", isUnknown, onPick }) => {
        const width = isUnknown ? 35 : (100 * value) / most;
        const bar = (
          <>
            <span className="ell">{name}</span>
            <span className="sb-track">
              <i className={isUnknown ? "sb-hatch" : look} style={{ width: `${width}%` }} />
            </span>
            <span className="sb-text">{text}</span>
          </>
        );
        return (
          <li key={key}>
            {onPick ? (
              <button type="button" className="sb-row" onClick={onPick}>
                {bar}
              </button>
            ) : (
              <div className="sb-row">{bar}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
