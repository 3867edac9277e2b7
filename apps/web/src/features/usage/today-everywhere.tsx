import { NO_USAGE, sumUsage } from "@squadroom/core/usage/usage";
import type { ReactNode } from "react";
import { useUsageByRoom } from "./today.ts";
import { TodayFigures } from "./today-figures.tsx";
import { t } from "./words.ts";
import "./today.css";

/** What the agents of all rooms reported since midnight, together. */
export function TodayEverywhere(): ReactNode {
  const byRoom = useUsageByRoom();
  const sum = [...(byRoom?.values() ?? [])].reduce(sumUsage, NO_USAGE);
  return (
    <section className="today" aria-label={t("usedToday")}>
      <h2 className="label today-head">
        {t("today")}
        {byRoom && <TodayFigures of={sum} />}
      </h2>
    </section>
  );
}
