import type { RoomView } from "@squadroom/core/kernel/view";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../live/api.ts";
import { useCalm } from "../../live/use-calm.ts";
import { type Entry, entryOf, type Wanted } from "./entries.ts";

const PAGE = 50;
const CALM_MS = 300;

/** What is in force: it comes with the room, so it is live. */
export function useLive({ wisdom }: Pick<RoomView, "wisdom">): Entry[] {
  const { live } = wisdom;
  return useMemo(() => live.map(entryOf), [live]);
}

/** How many went out of force; a different number means that the loaded pages of them are outdated. */
export function pastCount({ wisdom }: Pick<RoomView, "wisdom">): number {
  const { number, live } = wisdom;
  return number - live.length;
}

/** What is no longer in force, in pages, the newest first. */
export function usePast(view: RoomView, wanted: Wanted, isShown: boolean) {
  const text = useCalm(wanted.text.trim(), CALM_MS);
  const { kind, scope } = wanted;
  const query = {
    state: "past" as const,
    limit: PAGE,
    ...(text && { text: text.slice(0, 100) }),
    ...(kind && { kind }),
    ...(scope === "room" ? { scope } : scope !== "" ? { session: scope } : {}),
  };
  return useInfiniteQuery({
    queryKey: ["wisdom", view.roomId, "past", query, pastCount(view)],
    queryFn: ({ pageParam }) =>
      call("listWisdom", {
        params: { room: view.roomId },
        query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
    enabled: isShown,
  });
}

/** One entry, in force or not; `null`: there is none, `undefined`: not known yet. */
export function useEntry(view: RoomView, id: number | null): Entry | null | undefined {
  const live = view.wisdom.live.find((one) => one.id === id);
  const { data } = useQuery({
    queryKey: ["wisdom", view.roomId, "one", id, pastCount(view)],
    queryFn: async () => {
      const query = { id: id ?? 0, state: "all" as const };
      const { data: found } = await call("listWisdom", { params: { room: view.roomId }, query });
      return found[0] ?? null;
    },
    enabled: id !== null && !live,
  });
  return useMemo(() => (live ? entryOf(live) : data), [live, data]);
}
