import type { Away } from "@squadroom/core/inbox/contract";
import { useEffect } from "react";
import { call } from "../../live/api.ts";
import { createStore, useStore } from "../../store/store.ts";

/** As it was when this page first showed the inbox: what happens while one looks is no absence. */
const summary = createStore<Away | null | undefined>(undefined);

/** Keeps the first summary that comes, and tells the server when the person stops looking. */
export function useAway(current: Away | null | undefined): Away | null {
  const first = useStore(summary);
  useEffect(() => {
    if (current !== undefined && summary.get() === undefined) summary.set(current);
  }, [current]);
  useEffect(() => {
    const note = (): void => {
      // It counts from the visit before otherwise: a longer summary, nothing lost.
      if (document.hidden) call("markVisited").catch(() => undefined);
    };
    document.addEventListener("visibilitychange", note);
    return () => {
      document.removeEventListener("visibilitychange", note);
      call("markVisited").catch(() => undefined);
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

/** What there is to say, in the order of how much one wants to know it. */
export function linesOf(away: Away): (Line | { key: "byOthers"; count: number })[] {
  const lines = Object.entries(KEYS).map(([key, field]) => ({
    key: key as Line["key"],
    count: away[field],
  }));
  return [...lines, { key: "byOthers" as const, count: away.decisionsAnswered.byOthers }].filter(
    ({ count }) => count > 0,
  );
}
