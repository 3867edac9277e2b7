import type { ErrorRow } from "@squadroom/core/error/contract";
import type { TaskId } from "@squadroom/core/kernel/ids";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "../../live/api.ts";

/** Rows of a page. */
const PAGE = 50;

export interface ErrorFilter {
  of?: string | undefined;
  session?: number | undefined;
  run?: number | undefined;
}

/**
 * Errors as the tables have them, the newest first.
 *
 * @param newest the number of the last one: another number reads again
 */
export function useErrors(room: string, { of, session, run }: ErrorFilter, newest: number) {
  const query = useInfiniteQuery({
    queryKey: ["room", room, "errors", { of, session, run }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      call("listErrors", {
        params: { room },
        query: {
          limit: PAGE,
          ...(of ? { task: of as TaskId } : {}),
          ...(session ? { session } : {}),
          ...(run ? { run } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
      }),
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
  const { refetch } = query;
  const seen = useRef(newest);
  useEffect(() => {
    if (seen.current === newest) return;
    seen.current = newest;
    void refetch();
  }, [newest, refetch]);
  // A page that is read again may begin with what the page before ended with.
  const rows = new Map(query.data?.pages.flatMap(({ data }) => data.map((row) => [row.id, row])));
  return { query, rows: [...rows.values()] };
}

/** By task, the one with the newest error first. */
export function byTask(rows: readonly ErrorRow[]): { taskId: string; errors: ErrorRow[] }[] {
  const groups = new Map<string, ErrorRow[]>();
  for (const row of rows) groups.set(row.taskId, [...(groups.get(row.taskId) ?? []), row]);
  return [...groups].map(([taskId, errors]) => ({ taskId, errors }));
}
