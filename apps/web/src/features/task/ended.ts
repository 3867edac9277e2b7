import { isPerspective, PERSPECTIVE_PREFIX } from "@squadroom/core/flow/discussed";
import type { RoomView } from "@squadroom/core/kernel/view";
import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../live/api.ts";
import { useRefetch } from "../../live/use-refetch.ts";
import type { WorkFilter } from "./work-filter.ts";
import { type EndedTask, isSearching } from "./work-table.ts";

const PAGE = 50;
/** A busy room's finished tasks are read again at most this often, ms. */
const CALM_MS = 1_500;

export interface Ended {
  rows: EndedTask[];
  /** How many have ended in all, whatever the filter; those that only judge another task's work aren't counted. */
  total: number;
  hasMore: boolean;
  isBusy: boolean;
  error: unknown;
  fetchMore: () => void;
  again: () => void;
}

/** The ended tasks that pass the filter, the latest first: pages of the tables, read again when one ends. */
export function useEnded(room: string, view: RoomView, filter: WorkFilter): Ended {
  const { role, agent, priority, text, session, standing } = filter;
  const isWanted = standing === undefined || standing === "ended";
  const query = useInfiniteQuery({
    queryKey: ["room", room, "ended", { role, agent, priority, text, session }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      call("listTasks", {
        params: { room },
        query: {
          state: "ended",
          limit: PAGE,
          ...(role ? { role } : {}),
          ...(agent ? { agentId: agent } : {}),
          ...(priority ? { priority } : {}),
          ...(text ? { text } : {}),
          ...(session ? { sessionId: session } : {}),
          ...(isSearching(filter) ? {} : { without: "perspectives" as const }),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
      }),
    getNextPageParam: ({ next }) => next,
    enabled: isWanted,
    placeholderData: (before) => before,
  });
  const total = endedIn(view);
  const { refetch } = query;
  useRefetch(total, CALM_MS, () => isWanted && refetch());
  return {
    rows: isWanted ? rowsOf(query.data) : [],
    total,
    hasMore: isWanted && query.hasNextPage,
    isBusy: query.isFetching,
    error: query.error,
    fetchMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    again: () => void refetch(),
  };
}

function rowsOf(data: InfiniteData<{ data: EndedTask[] }> | undefined): EndedTask[] {
  const rows = (data?.pages ?? []).flatMap((page) => page.data);
  const known = new Map(rows.map((row) => [row.id, row]));
  return [...known.values()];
}

/** How many tasks have ended; those that only judge another's work are counted by their ids, as many as were given. */
export function endedIn({ totals, numbers, tasks }: RoomView): number {
  const judged = (numbers[PERSPECTIVE_PREFIX] ?? 0) - tasks.filter(isPerspective).length;
  return Math.max(0, totals.completed + totals.cancelled - judged);
}
