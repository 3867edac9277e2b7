import type { ArtifactRow } from "@squadroom/core/artifact/contract";
import type { TaskId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "../../live/api.ts";

/** Rows of a page. */
const PAGE = 100;

export interface ArtifactFilter {
  of?: string | undefined;
  stage?: ArtifactRow["stage"] | undefined;
  status?: ArtifactRow["status"] | undefined;
}

/** What a session's tasks made, by path; read again when one of them reports or ends. */
export function useArtifacts(view: RoomView, sessionId: number, filter: ArtifactFilter) {
  const room = view.name;
  const { of, stage, status } = filter;
  const query = useInfiniteQuery({
    queryKey: ["room", room, "session", sessionId, "artifacts", { of, stage, status }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      call("listArtifacts", {
        params: { room, sessionId: String(sessionId) },
        query: {
          limit: PAGE,
          ...(of ? { task: of as TaskId } : {}),
          ...(stage ? { stage } : {}),
          ...(status ? { status } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
      }),
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
  const { refetch } = query;
  const now = view.tasks
    .filter((task) => task.sessionId === sessionId)
    .map(({ id, state, progress }) => `${id} ${state} ${progress?.at}`)
    .join();
  const seen = useRef(now);
  useEffect(() => {
    if (seen.current === now) return;
    seen.current = now;
    void refetch();
  }, [now, refetch]);
  const pages = query.data?.pages ?? [];
  return { query, rows: pages.flatMap(({ data }) => data), last: pages.at(-1) };
}
