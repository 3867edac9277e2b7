import type { Reply } from "@squadroom/client/call";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "../../live/api.ts";

export type Imported = Reply<"getImportedSession">;

/** What the files of a session say; its `record` is `null` if it was not imported. */
export function useImported(room: string, id: number, isAsked: boolean): UseQueryResult<Imported> {
  return useQuery({
    queryKey: ["room", room, "session", id, "record"],
    queryFn: () => call("getImportedSession", { params: { room, sessionId: String(id) } }),
    enabled: isAsked,
  });
}
