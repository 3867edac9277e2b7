import type { Reply } from "@squadroom/client/call";
import { useQuery } from "@tanstack/react-query";
import { call, queryClient } from "../../live/api.ts";

export type Retention = Reply<"getRetention">;
export type Retained = Retention["next"][number];

const keyOf = (room: string) => ["retention", room] as const;

export function useRetention(room: string) {
  return useQuery({
    queryKey: keyOf(room),
    queryFn: () => call("getRetention", { params: { room } }),
  });
}

export function refreshRetention(room: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(room) });
}
