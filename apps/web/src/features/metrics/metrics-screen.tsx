import { isReported, tokensOf, usdText } from "@squadroom/core/usage/usage";
import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { durationText } from "../../clock/time.tsx";
import { call, explain } from "../../live/api.ts";
import { useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Segments } from "../../ui/segments.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toasts.ts";
import { RoomHead } from "../room/index.ts";
import { roughTokens } from "../usage/index.ts";
import { type Behind, EventsSheet } from "./events-sheet.tsx";
import { Limits } from "./limits.tsx";
import { UsageFigures } from "./usage-figures.tsx";
import { PERIODS, type Period, type Report, useMetrics, zone } from "./use-metrics.ts";
import { t } from "./words.ts";
import { WorkFigures } from "./work-figures.tsx";
import { WorkLog } from "./work-log.tsx";
import "./metrics.css";

const CALM_MS = 100;

/** What a room used, what it will, and how its work went; each figure leads to the events behind it. */
export function MetricsScreen({ state: current }: { state: RoomState }): ReactNode {
  const state = useCalm(current, CALM_MS);
  const names = useNames(state);
  const [days, setDays] = useState<Period>(14);
  const [shown, setShown] = useState<"figures" | "log">("figures");
  const [behind, setBehind] = useState<Behind | null>(null);
  const { view } = state;
  const { data, error, refetch } = useMetrics(view.roomId, days, view.seq);
  return (
    <>
      <RoomHead state={state} names={names} />
      <div className="mx">
        <div className="mx-bar">
          <Segments
            label={t("show")}
            value={shown}
            options={[
              { value: "figures", label: t("figures") },
              { value: "log", label: t("log.title") },
            ]}
            onChange={setShown}
          />
          <Segments
            label={t("period")}
            value={String(days)}
            options={PERIODS.map((n) => ({
              value: String(n),
              label: n === 1 ? t("today") : t("days", { n }),
            }))}
            onChange={(value) => setDays(PERIODS.find((n) => String(n) === value) ?? 14)}
          />
          {shown === "figures" && (
            <Button
              className="end"
              aria-label={t("csvLabel")}
              onClick={() => void save(view.roomId, view.name, days)}
            >
              <Icon of={Download} size="s" />
              {t("csv")}
            </Button>
          )}
        </div>
        {shown === "log" && <WorkLog state={state} names={names} days={days} />}
        {shown === "figures" && error && !data && (
          <NotLoaded title={t("failed")} error={error} again={refetch} />
        )}
        {shown === "figures" && !data && !error && <SkeletonRows rows={8} />}
        {shown === "figures" && data && (
          <>
            <Stats report={data} />
            <UsageFigures report={data} onShow={setBehind} />
            <Limits view={view} report={data} />
            <WorkFigures report={data} onShow={setBehind} />
          </>
        )}
      </div>
      {behind && (
        <EventsSheet
          room={view.roomId}
          name={view.name}
          behind={behind}
          onClose={() => setBehind(null)}
        />
      )}
    </>
  );
}

/** The figures in a row: what is known, what is estimated and what nobody knows are told apart. */
function Stats({ report: { total, month, days, medianWaitMs } }: { report: Report }): ReactNode {
  const estimated = total.estimatedUsdMicros ?? 0;
  const billed = total.costUsdMicros - estimated;
  const tokens = tokensOf(total);
  const completed = days.reduce((sum, day) => sum + day.completed, 0);
  const cached = tokens > 0 ? Math.round((100 * total.cacheReadTokens) / tokens) : 0;
  const usd = (micros: number): string => t("usd", { usd: usdText(micros) });
  const isWholeKnown = total.unpricedTokens === 0 && total.costUsdMicros > 0;
  const spent = usdText(month.spentUsdMicros);
  const stats: [value: string, says: string][] = [
    [isReported(total) ? usd(billed) : t("unknown"), t("stat.billed")],
    [isReported(total) ? usd(estimated) : t("unknown"), t("stat.estimated")],
    month.expectedUsdMicros === null
      ? [t("unknown"), `${t("stat.month")}, ${t("stat.monthUnknown")}`]
      : [
          usd(month.expectedUsdMicros),
          `${t("stat.month")}, ${t("stat.monthOf", { count: month.fromDays, usd: spent })}`,
        ],
    [roughTokens(total.unpricedTokens), t("stat.unpriced")],
    [
      tokens > 0 ? roughTokens(tokens) : t("unknown"),
      cached > 0 ? t("stat.cached", { n: cached }) : t("stat.tokens"),
    ],
    [
      String(completed),
      completed > 0 && isWholeKnown
        ? t("stat.each", { usd: usdText(Math.round(total.costUsdMicros / completed)) })
        : t("stat.tasks"),
    ],
    [medianWaitMs === null ? t("none") : durationText(medianWaitMs), t("stat.wait")],
  ];
  return (
    <dl className="mx-stats">
      {stats.map(([value, says]) => (
        <div key={says}>
          <dd>{value}</dd>
          <dt>{says}</dt>
        </div>
      ))}
    </dl>
  );
}

async function save(room: string, name: string, days: Period): Promise<void> {
  try {
    const query = { room, days, zone: zone() };
    const { content } = await call("exportMetrics", { query });
    saveFile(`${name}-usage.csv`, content);
  } catch (error) {
    toast(explain(error).message, { tone: "bad" });
  }
}
