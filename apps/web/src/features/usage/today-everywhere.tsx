import { NO_USAGE, sumUsage } from "@squadroom/core/usage/usage";
import type { ReactNode } from "react";
import { useUsageByRoom } from "./today.ts";
import { TodayFigures } from "./today-figures.tsx";
import "./today.css";

/** What the agents of all rooms have reported since midnight, together. */
export function TodayEverywhere(): ReactNode {
  const byRoom = useUsageByRoom();
  const sum = [...(byRoom?.values() ?? [])].reduce(sumUsage, NO_USAGE);
  return (
    <section className="today" aria-label="Used today">
      <h2 className="label today-head">
        Today
        {byRoom && <TodayFigures of={sum} />}
      </h2>
    </section>
  );
}
