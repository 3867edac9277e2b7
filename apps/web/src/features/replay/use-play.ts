import type { Moment } from "@squadroom/core/replay/replay-log";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useKeys } from "../../keys/keys.ts";
import { copyText } from "../../ui/copy-text.ts";
import { toast } from "../../ui/toasts.ts";
import { type Speed, stayMs } from "./pace.ts";

/** The address follows the moment once it has rested this long, ms. */
const REST_MS = 300;

type Playing = {
  room: string;
  at: number;
  head: number;
  moment: Moment | null;
  onAt: (at: number) => void;
};

/** Moves through the log: by hand, by key, and by itself. */
export function usePlay({ room, at, head, moment, onAt }: Playing) {
  const navigate = useNavigate();
  const router = useRouter();
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(4);
  const isAtEnd = at >= head;
  const reached = moment?.view.seq === at ? moment.view.at : null;
  const previous = moment?.events.at(-2)?.at ?? reached;

  // The silence before an event is spent at it: the next one is not known before it is loaded.
  useEffect(() => {
    if (!isPlaying || reached === null) return;
    if (isAtEnd) return setPlaying(false);
    const timer = setTimeout(() => onAt(at + 1), stayMs(reached - (previous ?? reached), speed));
    return () => clearTimeout(timer);
  }, [isPlaying, isAtEnd, reached, previous, at, speed, onAt]);
  useEffect(() => {
    const timer = setTimeout(() => {
      // Somebody on the way out is not called back.
      if (!router.latestLocation.pathname.endsWith("/replay")) return;
      const to = "/rooms/$room/replay" as const;
      void navigate({ to, params: { room }, search: { at }, replace: true });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [navigate, router, room, at]);

  const onSeek = (to: number): void => {
    setPlaying(false);
    onAt(Math.min(head, Math.max(1, to)));
  };
  const onPlay = (play: boolean): void => {
    if (play && isAtEnd) onAt(1);
    setPlaying(play);
  };
  const onLink = async (): Promise<void> => {
    const { origin } = location;
    await copyText(`${origin}/rooms/${encodeURIComponent(room)}/replay?at=${at}`);
    toast("The link is copied.");
  };
  const key = (keys: string, label: string, run: () => void) => {
    return { keys, group: "room" as const, label, run };
  };
  useKeys([
    key("ArrowLeft", "Previous event", () => onSeek(at - 1)),
    key("ArrowRight", "Next event", () => onSeek(at + 1)),
    key("Home", "First event", () => onSeek(1)),
    key("End", "Last event", () => onSeek(head)),
    key("p", isPlaying ? "Pause" : "Play", () => onPlay(!isPlaying)),
    key("Escape", "Leave the replay", () => void navigate({ to: "/rooms/$room", params: { room } })),
  ]);
  return { isPlaying, speed, onSeek, onPlay, onSpeed: setSpeed, onLink: () => void onLink() };
}
