import type { Away, Inbox } from "@squadroom/core/inbox/contract";
import { useEffect } from "react";
import { now } from "../../clock/now.ts";
import { call } from "../../live/api.ts";
import { refreshInbox } from "../../live/inbox.ts";
import { createStore, useStore } from "../../store/store.ts";

/** A shorter absence doesn't count, ms. */
const AWAY_MS = 5 * 60_000;
/** How often a page in use reports that somebody is there, ms. */
const LOOK_MS = 60_000;

export interface Absence {
  away: Away;
  /** How long the absence was. */
  forMs: number;
}

/** As of the return: what happens while the person looks is not an absence. */
const summary = createStore<Absence | null | undefined>(undefined);

/** `null` if nobody was away long enough to miss something. */
export function absenceIn({ away, now }: Pick<Inbox, "away" | "now">): Absence | null {
  if (away === null || now - away.sinceAt < AWAY_MS) return null;
  return { away, forMs: now - away.sinceAt };
}

/** Keeps the first summary since the return, and reports visits as long as the person looks. */
export function useAway(inbox: Inbox | undefined): Absence | null {
  const first = useStore(summary);
  useEffect(() => {
    if (inbox !== undefined && summary.get() === undefined) summary.set(absenceIn(inbox));
  }, [inbox]);
  useEffect(() => {
    let leftAt: number | null = null;
    // Otherwise it counts from the visit before: a longer summary, nothing lost.
    const tell = (): void => void call("markVisited").catch(() => undefined);
    const note = (): void => {
      if (document.hidden) {
        leftAt = now();
        return tell();
      }
      if (leftAt !== null && now() - leftAt >= AWAY_MS) {
        summary.set(undefined);
        void refreshInbox();
      }
      leftAt = null;
    };
    const looking = setInterval(() => !document.hidden && tell(), LOOK_MS);
    document.addEventListener("visibilitychange", note);
    return () => {
      clearInterval(looking);
      document.removeEventListener("visibilitychange", note);
      tell();
    };
  }, []);
  return first ?? null;
}

type Line = { key: keyof typeof KEYS; count: number };
const KEYS = {
  completed: "tasksCompleted",
  failed: "tasksFailed",
  cancelled: "tasksCancelled",
  opened: "decisionsOpened",
  questions: "questionsAsked",
  withdrawn: "decisionsWithdrawn",
} as const;

/** What there is to say, the most interesting first. */
export function linesOf(away: Away): (Line | { key: "byOthers"; count: number })[] {
  const lines = Object.entries(KEYS).map(([key, field]) => ({
    key: key as Line["key"],
    count: away[field],
  }));
  return [...lines, { key: "byOthers" as const, count: away.decisionsAnswered.byOthers }].filter(
    ({ count }) => count > 0,
  );
}
