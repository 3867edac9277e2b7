/**
 * Places in one order, as text: a head of nine digits and, where two heads leave no room, a fraction in base 62.
 * Between any two places there is another one, so that a move changes only one item.
 */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const HEAD = 9;
const MIDDLE = 500_000_000;
const STEP = 1_000;
/** A longer position calls for renumbering all. */
export const POSITION_MAX = 60;

/** A place between two, or before or behind all; `null` where there is nothing on that side. */
export function positionBetween(before: string | null, after: string | null): string {
  if (before === null && after === null) return headOf(MIDDLE);
  if (before === null) return headOf(numberOf(after as string) - STEP);
  if (after === null) return headOf(numberOf(before) + STEP);
  const [low, high] = [numberOf(before), numberOf(after)];
  if (high - low > 1) return headOf(Math.floor((low + high) / 2));
  const ceiling = high === low ? after.slice(HEAD) : null;
  return headOf(low) + fractionBetween(before.slice(HEAD), ceiling);
}

/** Places for this many items behind this one. */
export function positionsBehind(last: string | null, count: number): string[] {
  const start = last === null ? MIDDLE - STEP : numberOf(last);
  return Array.from({ length: count }, (_, i) => headOf(start + (i + 1) * STEP));
}

/** Strictly between two fractions, the upper one `null` for one; never ends in a zero. */
function fractionBetween(low: string, high: string | null): string {
  let shared = 0;
  if (high !== null) while ((low[shared] ?? "0") === high[shared]) shared += 1;
  if (high !== null && shared > 0)
    return high.slice(0, shared) + fractionBetween(low.slice(shared), high.slice(shared));
  const from = low === "" ? 0 : DIGITS.indexOf(low[0] ?? "0");
  const to = high === null ? DIGITS.length : DIGITS.indexOf(high[0] ?? "0");
  if (to - from > 1) return DIGITS[Math.round((from + to) / 2)] ?? "V";
  if (high !== null && high.length > 1) return high.slice(0, 1);
  return (DIGITS[from] ?? "0") + fractionBetween(low.slice(1), null);
}

function headOf(number: number): string {
  return String(number).padStart(HEAD, "0");
}

function numberOf(position: string): number {
  return Number(position.slice(0, HEAD));
}
