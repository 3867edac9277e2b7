import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useNow } from "../../clock/now.ts";
import { exactTime } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";

/** When it turns accent, ms. */
const HOT_MS = 5 * 60_000;

/** The time left until it is answered without a person, by the server's clock; never more than there is. */
export function TimeLeft({ until, className }: { until: number; className?: string }): ReactNode {
  const leftMs = until - useNow(1000);
  return (
    <time
      dateTime={new Date(until).toISOString()}
      title={exactTime(until)}
      className={clsx("nowrap", className, leftMs < HOT_MS && "you strong")}
    >
      {leftMs <= 0 ? "time is over" : `${durationText(leftMs)} left`}
    </time>
  );
}
