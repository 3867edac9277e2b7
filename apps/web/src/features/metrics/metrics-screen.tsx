import { isReported, knownCost, tokensOf, usdText } from "@squadroom/core/usage/usage";
import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { doAct } from "../../act/do-act.ts";
import { durationText } from "../../clock/time.tsx";
import { zone } from "../../clock/zone.ts";
import { useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { Button } from "../../ui/button.tsx";
import { Figures } from "../../ui/figures.tsx";
import { Icon } from "../../ui/icon.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Segments } from "../../ui/segments.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { RoomHead } from "../room/index.ts";
import { roughTokens } from "../usage/index.ts";
import { type Behind, EventsSheet } from "./events-sheet.tsx";
import { Limits } from "./limits.tsx";
import { UsageFigures } from "./usage-figures.tsx";
import { PERIODS, type Period, type Report, useMetrics } from "./use-metrics.ts";
import { WorkFigures } from "./work-figures.tsx";
import { WorkLog } from "./work-log.tsx";
import "./metrics.css";

const CALM_MS = 100;

/** What a room used, what it will use, and how its work went; each figure leads to the events behind it. */
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
            label="Show"
            value={shown}
            options={[
              { value: "figures", label: "Figures" },
              { value: "log", label: "Work log" },
            ]}
            onChange={setShown}
          />
          <Segments
            label="Period"
            value={String(days)}
            options={PERIODS.map((n) => ({
              value: String(n),
              label: n === 1 ? "Today" : `${n} days`,
            }))}
            onChange={(value) => setDays(PERIODS.find((n) => String(n) === value) ?? 14)}
          />
          {shown === "figures" && (
            <Button
              className="end"
              aria-label="Save the usage as CSV"
              onClick={() => save(view.roomId, view.name, days)}
            >
              <Icon of={Download} size="s" />
              CSV
            </Button>
          )}
        </div>
        {shown === "log" && <WorkLog state={state} names={names} days={days} />}
        {shown === "figures" && error && !data && (
          <NotLoaded title="Couldn't load the metrics" error={error} again={refetch} />
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
      {behind && <EventsSheet room={view.roomId} name={view.name} behind={behind} onClose={() => setBehind(null)} />}
    </>
  );
}

/** The figures in a row: known, estimated and unknown ones are kept apart. */
function Stats({ report: { total, month, days, medianWaitMs } }: { report: Report }): ReactNode {
  const estimated = total.estimatedUsdMicros ?? 0;
  const billed = total.costUsdMicros - estimated;
  const tokens = tokensOf(total);
  const completed = days.reduce((sum, day) => sum + day.completed, 0);
  const cached = tokens > 0 ? Math.round((100 * total.cacheReadTokens) / tokens) : 0;
  const usd = (micros: number): string => `${usdText(micros)} USD`;
  const isWholeKnown = total.unpricedTokens === 0 && total.costUsdMicros > 0;
  const isPriced = isReported(total) && knownCost(total) !== "none";
  const spent = usdText(month.spentUsdMicros);
  const stats: [value: string, says: string][] = [
    [isPriced ? usd(billed) : "unknown", "billed"],
    [isPriced ? usd(estimated) : "unknown", "estimated by price"],
    month.expectedUsdMicros === null
      ? ["unknown", `expected this month, after the first whole day`]
      : [
          usd(month.expectedUsdMicros),
          `expected this month, ${month.fromDays === 1 ? `by ${month.fromDays} day, ${spent} USD so far` : `by the average of ${month.fromDays} days, ${spent} USD so far`}`,
        ],
    [isReported(total) ? roughTokens(total.unpricedTokens) : "unknown", "tokens of unknown price"],
    [tokens > 0 ? roughTokens(tokens) : "unknown", cached > 0 ? `tokens, ${cached} % from cache` : "tokens"],
    [
      String(completed),
      completed > 0 && isWholeKnown
        ? `tasks completed, ${usdText(Math.round(total.costUsdMicros / completed))} USD each`
        : "tasks completed",
    ],
    [medianWaitMs === null ? "none ended" : durationText(medianWaitMs), "median wait for a person"],
  ];
  return <Figures of={stats} />;
}

function save(room: string, name: string, days: Period): void {
  void doAct(
    "exportMetrics",
    { query: { room, days, zone: zone() } },
    { onDone: ({ content }) => saveFile(`${name}-usage.csv`, content) },
  );
}
