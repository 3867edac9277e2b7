import { latestRescout } from "../session/rescout.ts";
import type { Session } from "../session/session.ts";

/** What a scout does between two batches. */
export const LOOK_AGAIN = [
  "Look at the project again, as it is after this batch, before the next one is planned. What moved, what is new, and what would a planner of what is left trip over? Change nothing.",
  "Present the scout anew, whole: what still holds of the earlier one stays, what does not goes. Begin `top5` with what this batch changed.",
];

/** Whether what the scout found is of the time after the batch before; a plan built on older findings says so. */
export function scoutedAgain(session: Session): string | null {
  const rescout = latestRescout(session);
  if (!rescout) return null;
  const batch = rescout.after + 1;
  return rescout.state === "reported"
    ? `The scout looked again after batch ${batch}: what it found is as the project is now.`
    : `The scout was to look again after batch ${batch}, and ${rescout.state === "cancelled" ? "was cancelled" : "failed"}: what it found is from before that batch. Look yourself at what it changed.`;
}
