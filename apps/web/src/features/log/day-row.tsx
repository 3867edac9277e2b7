import type { ReactNode } from "react";
import { useNow } from "../../clock/now.ts";
import { dateOf, isSameDay } from "../../clock/since.ts";

export function DayRow({ at }: { at: number }): ReactNode {
  const now = useNow(30_000);
  return (
    <div className="ev-day">
      {isSameDay(at, now) ? "Today" : isSameDay(at, now - 86_400_000) ? "Yesterday" : dateOf(at)}
    </div>
  );
}
