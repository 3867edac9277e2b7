import type { ReactNode } from "react";
import { useNow } from "./now.ts";
import { exactTime, sinceOf } from "./since.ts";
import { t } from "./words.ts";

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
  if (since.unit === "now") return ago ? t("justNow") : t("now");
  const text = short
    ? t(`short.${since.unit}`, { n: since.n })
    : t(`long.${since.unit}`, { n: since.n });
  return ago ? t("ago", { since: text }) : text;
}

/** What is still left: "in 9 min". */
export function useUntil(at: number): string {
  const left = sinceOf(at - useNow());
  return left.unit === "now"
    ? t("now")
    : t("inFuture", { since: t(`long.${left.unit}`, { n: left.n }) });
}

/** A length of time: "1 min", "12 s". */
export function durationText(ms: number): string {
  const length = sinceOf(ms);
  if (length.unit === "now" || length.unit === "s")
    return t("long.s", { n: Math.max(1, Math.round(ms / 1_000)) });
  return t(`long.${length.unit}`, { n: length.n });
}
