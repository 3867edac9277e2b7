import type { Reply } from "@squadroom/client/call";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "../../live/api.ts";
import { useCalm } from "../../live/use-calm.ts";

/** A long one weighs half a megabyte, and nobody reads one that changes faster. */
const CALM_MS = 2_000;

/** Fetched anew when the room has moved. @param moved changes whenever it has */
export function useTimeline(
  room: string,
  id: number,
  moved: unknown,
): UseQueryResult<Reply<"getTimeline">> {
  const query = useQuery({
    queryKey: ["room", room, "session", id, "timeline"],
    queryFn: () => call("getTimeline", { params: { room, sessionId: String(id) } }),
    enabled: Number.isSafeInteger(id) && id > 0,
  });
  const calm = useCalm(moved, CALM_MS);
  const seen = useRef(calm);
  const { refetch } = query;
  useEffect(() => {
    if (seen.current === calm) return;
    seen.current = calm;
    void refetch();
  }, [calm, refetch]);
  return query;
}
