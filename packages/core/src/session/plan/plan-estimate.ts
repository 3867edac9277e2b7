import type { Team } from "../../team/team.ts";
import { roleOf } from "../record/roles.ts";
import type { Session, Sessions } from "../record/session.ts";
import { estimatePlan, type PlanEstimate } from "./estimate.ts";

/** What the currently presented plan will probably take; `null` without one. */
export function estimateOf(
  { team, sessions }: { team: Team; sessions: Pick<Sessions, "taken"> },
  { proposals }: Pick<Session, "proposals">,
): PlanEstimate | null {
  const plan = proposals.plan?.value;
  if (!plan) return null;
  return estimatePlan(
    sessions.taken,
    plan.tasks.map((task) => roleOf(team, task)),
  );
}
