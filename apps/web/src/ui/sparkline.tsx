import { memo, type ReactNode } from "react";

type SparklineProps = { counts: readonly number[]; live?: boolean; label: string; height?: number };

/** Events by minute. The last two bars are blue while an agent is working. */
export const Sparkline = memo(function Sparkline({
  counts,
  live = false,
  label,
  height = 40,
}: SparklineProps): ReactNode {
  const width = counts.length * 7;
  const bars = barsOf(counts, height);
  const isNow = (index: number): boolean => live && index >= counts.length - 2 && (counts[index] ?? 0) > 0;
  const path = (wanted: boolean): string =>
    bars.map((bar, index) => (isNow(index) === wanted ? `M${index * 7} ${height}v-${bar}h5v${bar}z` : "")).join("");
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      style={{ display: "block" }}
    >
      <path d={path(false)} fill="var(--line-strong)" />
      <path d={path(true)} fill="var(--working)" />
    </svg>
  );
});

/** Bar heights: the tallest leaves a fifth of the height free, an empty minute keeps a foot of 1.5 px. */
export function barsOf(counts: readonly number[], height: number): number[] {
  const most = Math.max(4, ...counts);
  return counts.map((count) => Math.max(1.5, Math.round((count / most) * height * 0.8 * 10) / 10));
}
