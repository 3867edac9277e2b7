/** Bar heights: the tallest leaves a fifth of the height free, an empty minute keeps a foot of 1.5 px. */
export function barsOf(counts: readonly number[], height: number): number[] {
  const most = Math.max(4, ...counts);
  return counts.map((count) => Math.max(1.5, Math.round((count / most) * height * 0.8 * 10) / 10));
}
