import type { ReactNode } from "react";
import "./bar.css";

/** How far a task is, 0 to 100. */
export function Bar({ percent, label }: { percent: number; label: string }): ReactNode {
  const value = Math.max(0, Math.min(100, Math.round(percent)));
  return (
    <div
      className="bar"
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${value}%` }} />
    </div>
  );
}
