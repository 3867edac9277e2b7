import type { ReactNode } from "react";
import { useNow } from "./now.ts";
import { exactTime, sinceOf } from "./since.ts";

const SHORT = {
  s: (n) => `${n} s`,
  m: (n) => `${n} m`,
  h: (n) => `${n} h`,
  d: (n) => `${n} d`,
} satisfies Record<string, (n: number) => string>;

const LONG = {
  s: (n) => `${n} s`,
  m: (n) => `${n} min`,
  h: (n) => `${n} h`,
  d: (n) => `${n} d`,
} satisfies Record<string, (n: number) => string>;

/** "41 min" or "41 m", ticking; the exact time on hover. */
export function Since({
  at,
  short = false,
  ago = false,
  className,
}: {
  at: number;
  short?: boolean;
  ago?: boolean;
  className?: string | undefined;
}): ReactNode {
  const text = useSince(at, { short, ago });
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)} className={className}>
      {text}
    </time>
  );
}

export function useSince(at: number, { short = false, ago = false } = {}): string {
  const since = sinceOf(useNow() - at);
  if (since.unit === "now") return ago ? "just now" : "now";
  const text = short ? SHORT[since.unit](since.n) : LONG[since.unit](since.n);
  return ago ? `${text} ago` : text;
}

/** The time left: "in 9 min". */
export function useUntil(at: number): string {
  const left = sinceOf(at - useNow());
  return left.unit === "now" ? "now" : `in ${LONG[left.unit](left.n)}`;
}

/** A length of time: "1 min", "12 s". */
export function durationText(ms: number): string {
  const length = sinceOf(ms);
  if (length.unit === "now" || length.unit === "s") return `${Math.max(1, Math.round(ms / 1_000))} s`;
  return LONG[length.unit](length.n);
}
