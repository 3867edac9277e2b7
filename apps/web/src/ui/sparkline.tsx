import { memo, type ReactNode } from "react";
import { barsOf } from "./sparkline-bars.ts";

type SparklineProps = { counts: readonly number[]; live?: boolean; label: string; height?: number };

/** Events by minute. The last two bars are blue while an agent is at it now. */
export const Sparkline = memo(function Sparkline({ counts, live = false, label, height = 40 }: SparklineProps): ReactNode {
  const width = counts.length * 7;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width="100%" height={height} preserveAspectRatio="none" role="img" aria-label={label} style={{ display: "block" }}>
      {barsOf(counts, height).map((bar, index) => (
        <rect
          key={index}
          x={index * 7}
          y={height - bar}
          width={5}
          height={bar}
          rx={1}
          fill={live && index >= counts.length - 2 ? "var(--working)" : "var(--line-strong)"}
        />
      ))}
    </svg>
  );
});
