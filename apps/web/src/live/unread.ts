import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call, queryClient } from "./api.ts";
import { useRooms } from "./rooms.ts";
import { useCalm } from "./use-calm.ts";

const KEY = ["unread"] as const;
const NONE: Record<string, number> = {};
/** New messages are counted, and read ones reported, at most this often, ms. */
const CALM_MS = 2_000;

/** How many messages have come since the person looked there, by room id. */
export function useUnread(): Readonly<Record<string, number>> {
  const cards = useRooms().data;
  const heads = useCalm((cards ?? []).map(({ roomId, seq }) => `${roomId}${seq}`).join(), CALM_MS);
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => call("getUnread"),
    enabled: cards !== undefined,
  });
  const before = useRef(heads);
  useEffect(() => {
    if (before.current !== heads) void queryClient.invalidateQueries({ queryKey: KEY });
    before.current = heads;
  }, [heads]);
  return data?.rooms ?? NONE;
}

/**
 * Reports how far the person has looked, while the room is on the screen.
 *
 * @returns seq up to which they had when they came, or came back to the window; `null`: never, or not known yet
 */
export function useLook(room: string, seq: number): number | null {
  const seen = useCalm(seq, CALM_MS);
  const comes = useRef(true);
  const shown = useRef(seq);
  const [looked, setLooked] = useState<{ room: string; seq: number | null } | null>(null);
  useEffect(() => {
    shown.current = seq;
  });
  useEffect(() => {
    comes.current = true;
    return () => {
      // What came in the last moment was seen, too.
      if (!document.hidden) call("markLooked", { body: { room, seq: shown.current } }).catch(() => undefined);
    };
  }, [room]);
  useEffect(() => {
    const tell = (): void => {
      const isNew = comes.current;
      comes.current = document.hidden;
      if (document.hidden) return;
      call("markLooked", { body: { room, seq: seen } })
        .then(({ before }) => {
          if (isNew) setLooked({ room, seq: before });
          return queryClient.invalidateQueries({ queryKey: KEY });
        })
        .catch(() => undefined);
    };
    tell();
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [room, seen]);
  return looked?.room === room ? looked.seq : null;
}
