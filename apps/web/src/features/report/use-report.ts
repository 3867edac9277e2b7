import type { Reply } from "@squadroom/client/call";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "../../live/api.ts";

export type Report = Reply<"getReport">["report"];

/** An ended session's report doesn't change: it is fetched once. */
export function useReport(room: string, id: number): UseQueryResult<Reply<"getReport">> {
  return useQuery({
    queryKey: ["room", room, "session", id, "report"],
    queryFn: () => call("getReport", { params: { room, sessionId: String(id) } }),
    enabled: Number.isSafeInteger(id) && id > 0,
  });
}
