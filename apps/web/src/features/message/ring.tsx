import type { ReactNode } from "react";
import { useNow } from "../../clock/now.ts";

const ROUND = 2 * Math.PI * 5.6;

/** How much of a time is left, as a ring that empties. Its words are beside it. */
export function Ring({ from, until }: { from: number; until: number }): ReactNode {
  const left = Math.min(1, Math.max(0, (until - useNow(1000)) / Math.max(1, until - from)));
  return (
    <svg className="am-ring" viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="5.6" />
      <circle cx="7" cy="7" r="5.6" strokeDasharray={`${left * ROUND} ${ROUND}`} />
    </svg>
  );
}
