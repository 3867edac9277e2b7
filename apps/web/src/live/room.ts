import type { RoomEvent } from "@squadroom/core/kernel/event";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { call, queryClient } from "./api.ts";
import { noteMissed, subscribe } from "./connection.ts";
import { perFrame } from "./frames.ts";
import {
  cursorOf,
  inPieces,
  prependPage,
  type RoomMessage,
  type RoomState,
  receiveSome,
  stateOf,
  trimmed,
} from "./room-state.ts";

/** Events that come with a room, and with each older page. */
const PAGE = 200;

/** Time per frame for processing what came; the rest waits for the next, ms. */
const TAKE_MS = 8;

const keyOf = (room: string) => ["room", room] as const;

function stateIn(room: string): RoomState | undefined {
  return queryClient.getQueryData<RoomState>(keyOf(room));
}

function update(room: string, change: (state: RoomState) => RoomState): void {
  const state = stateIn(room);
  if (!state) return;
  const next = change(state);
  if (next !== state) queryClient.setQueryData(keyOf(room), next);
}

async function load(room: string): Promise<RoomState> {
  const fetched = stateOf(await call("getRoom", { params: { room }, query: { events: PAGE } }), stateIn(room));
  const known = stateIn(room);
  // The socket may have been faster.
  return known && !known.isStopped && known.epoch === fetched.epoch && known.view.seq >= fetched.view.seq
    ? known
    : fetched;
}

/** A room by its name or id: loaded once, then kept at the head of its log by the socket. */
export function useRoom(room: string): UseQueryResult<RoomState> {
  const query = useQuery({
    queryKey: keyOf(room),
    queryFn: () => load(room),
    structuralSharing: false,
    enabled: room !== "",
  });
  const roomId = query.data?.view.roomId;
  useEffect(() => (roomId ? follow(room, roomId) : undefined), [room, roomId]);
  return query;
}

/** From the cached state onwards: nothing is requested twice or left out, and the state changes once per frame. */
export function follow(room: string, roomId: string): () => void {
  const state = stateIn(room);
  const frames = perFrame<RoomMessage>((waiting) => {
    let taken = 0;
    update(room, (known) => {
      const { state: next, count } = receiveSome(known, waiting, TAKE_MS, () => performance.now());
      taken = count;
      return next;
    });
    return taken || waiting.length;
  });
  const seqNow = (): number => stateIn(room)?.view.seq ?? 0;
  const end = subscribe(`room:${roomId}`, {
    ...(state ? { cursor: cursorOf(state) } : {}),
    onSnapshot: (snapshot, missed) => {
      if (missed !== null) noteMissed(roomId, null, seqNow() + 1);
      frames.push({ type: "snapshot", snapshot });
    },
    onResumed: (missed) => noteMissed(roomId, missed, seqNow() + 1),
    onEvents: (events, epoch) => frames.push(...inPieces(events, epoch)),
    onObservations: (observations) => frames.push({ type: "observations", observations }),
    // Removed, or the right to it was taken: asking again says which.
    onRefused: () => void queryClient.resetQueries({ queryKey: keyOf(room) }),
  });
  return () => {
    end();
    frames.stop();
  };
}

/** Loads older pages before the feed, one at a time. */
export function useOlderEvents(room: string): () => void {
  const busy = useRef(false);
  return useCallback(() => {
    const first = stateIn(room)?.feed.firstSeq ?? 0;
    if (busy.current || first <= 1) return;
    busy.current = true;
    call("listEvents", { params: { room }, query: { before: first, limit: PAGE } })
      .then(({ data: events }) => update(room, (state) => prependPage(state, events)))
      // The next scroll asks again.
      .catch(() => undefined)
      .finally(() => {
        busy.current = false;
      });
  }, [room]);
}

/** Rows before a line that is jumped to, so that it has others around it. */
const AROUND = 50;
/** Events per page on the way to a line, and on the whole way: anything further back is shown in replay. */
const BACK_PAGE = 1_000;
const BACK_MOST = 10_000;

/** Loads the feed back to this event and what came before it. False: that is too far back for a feed. */
export async function loadBackTo(room: string, seq: number): Promise<boolean> {
  const goal = Math.max(1, seq - AROUND);
  const start = stateIn(room)?.feed.firstSeq ?? 0;
  if (start - goal > BACK_MOST) return false;
  const older: RoomEvent[] = [];
  for (let first = start; first > goal; first = older[0]?.seq ?? 0) {
    const query = { before: first, limit: BACK_PAGE };
    const { data: events } = await call("listEvents", { params: { room }, query });
    if (events.length === 0) break;
    older.unshift(...events);
  }
  if (older.length > 0) update(room, (state) => prependPage(state, older));
  return true;
}

export function trimRoom(room: string): void {
  update(room, trimmed);
}
