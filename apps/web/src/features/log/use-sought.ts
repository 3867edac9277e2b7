import { type ParsedLocation, useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { explain } from "../../live/api.ts";
import { loadBackTo } from "../../live/room.ts";
import { toast } from "../../ui/toasts.ts";

/** A line to show; a new object for each request. */
export interface Sought {
  seq: number;
}

export interface GoesTo {
  sought: Sought | null;
  /** It is being loaded. */
  isOnTheWay: boolean;
  leave: () => void;
}

type Asked = { at: number | null; task: string | null; entry: string };

const NOTHING: Asked = { at: null, task: null, entry: "" };

/** One location as a whole: parts read one by one belong to different locations during navigation. */
function askedBy(location: ParsedLocation | undefined, room: string): Asked {
  if (location?.pathname !== `/rooms/${room}`) return NOTHING;
  const { at = null, task = null } = location.search as Partial<Asked>;
  return { at, task, entry: location.state.__TSR_key ?? "" };
}

/**
 * The line that the address names (`?at=`), once the feed has it, for example of a message that was found. A line too
 * far back for a feed is shown in replay.
 */
export function useSought(room: string, head: number): GoesTo {
  const navigate = useNavigate();
  const { at, task, entry } = askedBy(useRouterState({ select: (to) => to.resolvedLocation }), room);
  // On the way to a line, nothing may follow the newest ones and drop what was loaded before them.
  const coming = useRouterState({ select: (to) => askedBy(to.location, room).at });
  const [shown, setShown] = useState<(Asked & { sought: Sought }) | null>(null);
  // A task's panel that opens beside the line is another history entry, and no wish to see the line again.
  const isShown = shown?.at === at && (shown.entry === entry || shown.task !== task);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for by an entry of the history, once
  useEffect(() => {
    if (at === null || at > head) return setShown(null);
    if (isShown) return setShown((now) => now && { ...now, task, entry });
    let isCurrent = true;
    loadBackTo(room, at)
      .then((isLoaded) => {
        if (!isCurrent) return;
        if (isLoaded) setShown({ at, task, entry, sought: { seq: at } });
        else
          void navigate({
            to: "/rooms/$room/replay",
            params: { room },
            search: { at },
            replace: true,
          });
      })
      .catch((error: unknown) => isCurrent && toast(explain(error).message, { tone: "bad" }));
    return () => {
      isCurrent = false;
    };
  }, [room, at, task, entry]);

  return {
    sought: at === null ? null : (shown?.sought ?? null),
    isOnTheWay: (at !== null && at <= head && shown?.at !== at) || (coming !== null && coming !== at),
    leave: () => {
      if (at !== null)
        void navigate({
          to: ".",
          search: (before: object) => ({ ...before, at: undefined }),
          replace: true,
          resetScroll: false,
        });
    },
  };
}
