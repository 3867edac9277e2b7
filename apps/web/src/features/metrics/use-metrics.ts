import type { Reply } from "@squadroom/client/call";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { zone } from "../../clock/zone.ts";
import { call } from "../../live/api.ts";
import { useCalm } from "../../live/use-calm.ts";

export type Report = Reply<"getMetrics">;
export const PERIODS = [1, 14, 90] as const;
export type Period = (typeof PERIODS)[number];

/** A busy room's figures are read again at most this often, ms. */
const CALM_MS = 15_000;

/** Figures of one room, up to now; `seq` changes with whatever happens there. */
export function useMetrics(room: string, days: Period, seq: number) {
  const calm = useCalm(seq, CALM_MS);
  return useQuery({
    queryKey: ["metrics", room, days, calm],
    queryFn: () => call("getMetrics", { query: { room, days, zone: zone() } }),
    placeholderData: keepPreviousData,
  });
}
