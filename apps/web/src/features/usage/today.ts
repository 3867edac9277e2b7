import { allRows } from "@squadroom/client/pages";
import type { AgentUsage } from "@squadroom/core/usage/contract";
import { NO_USAGE, sumUsage, type Usage } from "@squadroom/core/usage/usage";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useNow } from "../../clock/now.ts";
import { call, queryClient } from "../../live/api.ts";
import { useRooms } from "../../live/rooms.ts";
import { useCalm } from "../../live/use-calm.ts";

const KEY = ["usage"] as const;
/** Reports are summed again at most this often, ms. */
const CALM_MS = 5_000;

/** The last midnight where the person is, epoch ms. */
export function midnightBefore(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/**
 * What agents have reported since midnight, in all rooms or in one; `undefined` until it is known. `reports` is
 * anything that changes with each report.
 */
export function useUsageToday(room: string | undefined, reports: string | number): readonly AgentUsage[] | undefined {
  const since = midnightBefore(useNow(30_000));
  const seen = useCalm(reports, CALM_MS);
  const before = useRef(seen);
  const { data } = useQuery({
    queryKey: [...KEY, since, room ?? "all"],
    queryFn: () => allRows(call, "listUsage", { query: { since, room } }),
  });
  useEffect(() => {
    if (before.current !== seen) void queryClient.invalidateQueries({ queryKey: KEY });
    before.current = seen;
  }, [seen]);
  return data;
}

/** The same for all rooms, by room id; rooms in which nothing was reported are left out. */
export function useUsageByRoom(): ReadonlyMap<string, Usage> | undefined {
  const cards = useRooms().data ?? [];
  const heads = cards.map(({ roomId, seq }) => `${roomId}${seq}`).join();
  const agents = useUsageToday(undefined, heads);
  return useMemo(() => {
    const byRoom = new Map<string, Usage>();
    for (const { roomId, usage } of agents ?? []) {
      byRoom.set(roomId, sumUsage(byRoom.get(roomId) ?? NO_USAGE, usage));
    }
    return agents && byRoom;
  }, [agents]);
}

export function sumOf(agents: readonly AgentUsage[]): Usage {
  return agents.reduce((sum, { usage }) => sumUsage(sum, usage), NO_USAGE);
}
