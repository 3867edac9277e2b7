import type { Reply } from "@squadroom/client/call";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "../../live/api.ts";
import { useRefetch } from "../../live/use-refetch.ts";

/** A long one weighs half a megabyte, and nobody reads one that changes faster. */
const CALM_MS = 2_000;

/** Fetched again when the room has moved. @param moved changes whenever it has */
export function useTimeline(room: string, id: number, moved: unknown): UseQueryResult<Reply<"getTimeline">> {
  const query = useQuery({
    queryKey: ["room", room, "session", id, "timeline"],
    queryFn: () => call("getTimeline", { params: { room, sessionId: String(id) } }),
    enabled: Number.isSafeInteger(id) && id > 0,
  });
  useRefetch(moved, CALM_MS, query.refetch);
  return query;
}
