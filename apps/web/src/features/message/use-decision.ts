import { isThere } from "@squadroom/core/kernel/room";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { RouteDecision } from "@squadroom/core/routing/route-decision";
import { useEffect, useMemo, useState } from "react";

interface Rules {
  decisionOf: typeof import("@squadroom/core/routing/decision").decisionOf;
  statusAnswer: typeof import("@squadroom/core/routing/status").statusAnswer;
}

/**
 * How a routed team would decide about a text now; the rules' code is loaded once there are rules.
 *
 * @param isPlain it answers, interrupts and attaches nothing: the room may answer it
 */
export function useDecision(view: RoomView, text: string, isPlain: boolean, now: number): RouteDecision | null {
  const [rules, setRules] = useState<Rules | null>(null);
  const isRouted = view.team?.routing !== undefined;
  useEffect(() => {
    if (!isRouted) return;
    let isGone = false;
    void Promise.all([import("@squadroom/core/routing/decision"), import("@squadroom/core/routing/status")]).then(
      ([{ decisionOf }, { statusAnswer }]) => {
        if (!isGone) setRules({ decisionOf, statusAnswer });
      },
      // Without them (the server was away) only the server decides.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [isRouted]);
  return useMemo(() => {
    if (!rules || !isThere(view) || text.trim() === "") return null;
    const decision = rules.decisionOf(view.team, text);
    const isAnswered = decision && isPlain && rules.statusAnswer(view, text, decision, now);
    return isAnswered ? { ...decision, by: "status" } : decision;
  }, [rules, view, text, isPlain, now]);
}
