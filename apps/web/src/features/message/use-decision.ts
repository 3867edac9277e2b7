import type { RouteDecision } from "@squadroom/core/routing/route-decision";
import type { Team } from "@squadroom/core/team/team";
import { useEffect, useMemo, useState } from "react";

type Decide = (team: Team, text: string) => RouteDecision | null;

/** How a routed team would decide about a text now; the rules' code is loaded once there are rules. */
export function useDecision(team: Team | null, text: string): RouteDecision | null {
  const [decide, setDecide] = useState<{ by: Decide } | null>(null);
  const isRouted = team?.routing !== undefined;
  useEffect(() => {
    if (!isRouted) return;
    let isGone = false;
    void import("@squadroom/core/routing/decision").then(({ decisionOf }) => {
      if (!isGone) setDecide({ by: decisionOf });
    });
    return () => {
      isGone = true;
    };
  }, [isRouted]);
  return useMemo(
    () => (decide && team && text.trim() !== "" ? decide.by(team, text) : null),
    [decide, team, text],
  );
}
