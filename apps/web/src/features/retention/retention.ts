import type { Reply } from "@squadroom/client/call";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../live/api.ts";

export type Retention = Reply<"getRetention">;
export type Retained = Retention["next"][number];

export const retentionKey = (room: string) => ["retention", room] as const;

export function useRetention(room: string) {
  return useQuery({
    queryKey: retentionKey(room),
    queryFn: () => call("getRetention", { params: { room } }),
  });
}
