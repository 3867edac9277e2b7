import type { Session } from "../session/record/session.ts";
import { latestRescout } from "../session/scout/rescout.ts";

/** What a scout does between two batches. */
export const LOOK_AGAIN = [
  "Look at the project again, as it is after this batch, before the next one is planned. What moved, what is new, and what could trip up whoever plans the rest? Change nothing.",
  "Present the whole scout again: keep what still holds of the earlier one, drop what doesn't. Begin `top5` with what this batch changed.",
];

/** Whether the scout's findings date from after the batch before; a plan built on older ones says so. */
export function scoutedAgain(session: Session): string | null {
  const rescout = latestRescout(session);
  if (!rescout) return null;
  const batch = rescout.after + 1;
  return rescout.state === "reported"
    ? `The scout looked again after batch ${batch}: its findings show the project as it is now.`
    : `The scout's second look, after batch ${batch}, ${rescout.state === "cancelled" ? "was cancelled" : "failed"}: its findings are from before that batch. Check yourself what the batch changed.`;
}
