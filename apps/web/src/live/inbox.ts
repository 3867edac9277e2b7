import type { Inbox, InboxItem } from "@squadroom/core/inbox/contract";
import type { InboxGroup } from "@squadroom/core/inbox/thing";
import type { Page } from "@squadroom/core/kernel/page";
import type { RoomCard } from "@squadroom/core/room/card";
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { now } from "../clock/now.ts";
import { call, queryClient } from "./api.ts";
import { useInboxNews } from "./connection.ts";
import { useRooms } from "./rooms.ts";
import { useCalm } from "./use-calm.ts";

const KEY = ["inbox"] as const;
/** Rows per group and page. */
const PAGE = 50;
/** What agents do is read again at most this often, ms; what people are asked, at once. */
const WORK_MS = 5_000;
/** How soon a silence is checked: first when it begins, then repeatedly, ms; never more often than the second. */
const SILENCE_MS = 10_000;
const SILENCE_MIN_MS = 1_000;

/** The first page has all groups, later ones more of what needs the person. */
type Pages = [Inbox, ...Page<InboxItem>[]];

/** An item's key in lists. */
export function idOf(item: InboxItem): string {
  switch (item.kind) {
    case "decision":
      return item.decision.id;
    case "question":
      return item.messageId;
    case "stuck":
      return `${item.room.id} ${item.task.id}`;
    case "empty_roles":
      return "roles";
    case "paused":
      return `${item.room.id} paused`;
    case "review":
      return `${item.room.id} item ${item.item.id}`;
  }
}

async function loadPage(cursor: string | null): Promise<Pages[number]> {
  return cursor === null
    ? call("getInbox", { query: { limit: PAGE } })
    : call("listNeedsYou", { query: { cursor, limit: PAGE } });
}

/** Once the cards are there: any later change also changes a card, and is read then. */
export function useInbox(): UseInfiniteQueryResult<InfiniteData<Pages[number], string | null>> {
  const areCardsThere = useRooms().data !== undefined;
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) => loadPage(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => ("counts" in page ? page.needsYou : page).next,
    enabled: areCardsThere,
  });
}

interface GroupRows {
  items: InboxItem[];
  /** Not read yet. */
  isPending: boolean;
  /** Fetches the next page; `null` if there is none. */
  more: { fetch: () => Promise<InboxItem[]>; isBusy: boolean } | null;
}

/** One of the other groups of what waits, kept as fresh as the inbox. */
export function useGroup(group: InboxGroup, isWanted: boolean): GroupRows {
  const query = useInfiniteQuery({
    queryKey: [...KEY, group],
    // With the signal, an answer on its way ends with the list: one that opens again does not get it.
    queryFn: ({ pageParam, signal }) =>
      call("listNeedsYou", {
        query: { group, cursor: pageParam ?? undefined, limit: PAGE },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled: isWanted,
  });
  return {
    items: uniqueIn((query.data?.pages ?? []).flatMap(({ data }) => data)),
    isPending: query.isPending,
    more: query.hasNextPage
      ? {
          fetch: () =>
            query.fetchNextPage().then(({ data }) => uniqueIn((data?.pages ?? []).flatMap((page) => page.data))),
          isBusy: query.isFetchingNextPage,
        }
      : null,
  };
}

export function firstPage(data: InfiniteData<Pages[number], string | null> | undefined): Inbox | undefined {
  const [first] = data?.pages ?? [];
  return first && "counts" in first ? first : undefined;
}

export function itemsOf(data: InfiniteData<Pages[number], string | null> | undefined): InboxItem[] {
  return uniqueIn((data?.pages ?? []).flatMap((page) => ("counts" in page ? page.needsYou : page).data));
}

/** Drops an item that came twice because it moved between two pages. */
function uniqueIn(items: readonly InboxItem[]): InboxItem[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(idOf(item)) && seen.add(idOf(item)));
}

/** How many things need the person, for the rail and the dock. */
export function useNeedsYou(): number {
  return firstPage(useInbox().data)?.counts.needsYou ?? 0;
}

const NONE: Record<string, number> = {};

/** How many things wait for the person, by room id: the one measure of it, for every screen. */
export function useWaiting(): Readonly<Record<string, number>> {
  return firstPage(useInbox().data)?.counts.byRoom ?? NONE;
}

/** Reads it again, once however many ask for it at the same time. */
export function refreshInbox(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: KEY });
}

function attentionOf(cards: readonly RoomCard[]): string {
  return cards.map((card) => `${card.roomId}${card.attention}`).join();
}

function workOf(cards: readonly RoomCard[]): string {
  return cards
    .map(({ members, tasks }) => {
      const work = members.map(({ presence }) => `${presence?.reach}${presence?.work}`);
      return `${work.join()}/${tasks.live}/${tasks.ready}/${tasks.completed}`;
    })
    .join();
}

/** Longest wait that a timer accepts, ms. */
const TIMER_MAX_MS = 2_000_000_000;

/** What was snoozed is read again when its time comes, and once more if the server's clock is not there yet. */
function useWaking(inbox: Inbox | undefined): void {
  const wakesAt = inbox?.wakesAt ?? null;
  const readAt = inbox?.now ?? 0;
  useEffect(() => {
    if (wakesAt === null) return;
    const dueAt = Math.max(wakesAt, readAt + SILENCE_MIN_MS);
    const wait = Math.min(Math.max(0, dueAt - now()), TIMER_MAX_MS);
    const timer = setTimeout(() => void refreshInbox(), wait);
    return () => clearTimeout(timer);
  }, [wakesAt, readAt]);
}

/**
 * Keeps it live while the shell is on the page: a card says that something changed for people, and the socket says what
 * no card does.
 */
export function useLiveInbox(): void {
  useWaking(firstPage(useInbox().data));
  useRefresh(String(useInboxNews()));
  const cards = useRooms().data;
  const attention = useMemo(() => (cards ? attentionOf(cards) : null), [cards]);
  useRefresh(attention);
}

/** While the inbox is on the screen: also what agents do, and the silence of those at work. */
export function useLiveWork(inbox: Inbox | undefined): void {
  const cards = useRooms().data;
  const work = useMemo(() => (cards ? workOf(cards) : null), [cards]);
  useRefresh(useCalm(work, WORK_MS));
  const silentAt = Math.min(...(inbox?.working.data ?? []).map((row) => row.silentAt));
  const readAt = inbox?.now ?? 0;
  useEffect(() => {
    if (!Number.isFinite(silentAt)) return;
    const wait = silentAt > readAt ? Math.max(SILENCE_MIN_MS, silentAt - readAt) : SILENCE_MS;
    const dueAt = readAt + wait;
    const timer = setTimeout(() => void refreshInbox(), Math.max(0, dueAt - now()));
    return () => clearTimeout(timer);
  }, [silentAt, readAt]);
}

/** Reads the inbox again whenever the value changes; it was read with the first one. */
function useRefresh(value: string | null): void {
  const before = useRef(value);
  useEffect(() => {
    if (before.current !== null && before.current !== value) void refreshInbox();
    before.current = value;
  }, [value]);
}
