import type { ReplayOutline } from "@squadroom/core/replay/contract";
import { createReplayLog, type Moment } from "@squadroom/core/replay/replay-log";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { call } from "../../live/api.ts";

/** The room at this event; the previous moment stays in sight while it loads. */
export function useMoment(roomId: string, at: number): { moment: Moment | null; error: unknown; retry: () => void } {
  const log = useMemo(() => {
    const params = { room: roomId };
    return createReplayLog({
      base: async (seq) => (await call("getReplayBase", { params, query: { at: seq } })).view,
      events: async (after, limit) => (await call("listEvents", { params, query: { after, limit } })).data,
    });
  }, [roomId]);
  const [moment, setMoment] = useState<Moment | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another load
  useEffect(() => {
    let isWanted = true;
    log.momentAt(at).then(
      (found) => {
        if (!isWanted) return;
        setError(null);
        setMoment(found);
      },
      (why: unknown) => {
        if (isWanted) setError(why);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [log, at, tries]);
  return { moment, error, retry: () => setTries((n) => n + 1) };
}

/** The line is redrawn once this much of it is new. */
const GROWN = 1.02;

/** The room's log from far away; what happens meanwhile lengthens it now and then. */
export function useOutline(roomId: string, head: number): ReplayOutline | null {
  const [drawn, setDrawn] = useState(head);
  if (head > drawn * GROWN) setDrawn(head);
  const { data } = useQuery({
    queryKey: ["replay", roomId, drawn],
    queryFn: () => call("getReplayOutline", { params: { room: roomId } }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}
