import { hasPassed } from "../reply/passed.ts";
import type { ReviewReply } from "../reply/shapes.ts";
import type { Review, Verdict } from "../task/review.ts";
import type { TaskOutcome } from "./outcome.ts";
import type { Session } from "./session.ts";

/** Characters by which a finding is known again when it is said again. */
const MARK_MAX = 160;

/** What a review found, each once: by these words it is known again in the next round. */
export function findingMarks({
  findings,
  mustFix,
}: Pick<ReviewReply, "findings" | "mustFix">): string[] {
  const all = [...mustFix, ...findings.map(({ file, issue }) => `${file}: ${issue}`)];
  return [...new Set(all.map((text) => text.trim().slice(0, MARK_MAX)))];
}

/** A reviewer spoke about what was submitted: what has to change is counted once, however often it is said. */
export function foundBy(
  outcome: TaskOutcome,
  verdict: Pick<Verdict, "passed" | "findings" | "mustFix">,
  known: Pick<Review, "verdicts" | "earlier"> | null,
): TaskOutcome {
  if (verdict.passed) return outcome;
  const marksIn = (verdicts: readonly Verdict[] = []) =>
    new Set(verdicts.filter(({ passed }) => !passed).flatMap(findingMarks));
  const [now, before] = [marksIn(known?.verdicts), marksIn(known?.earlier)];
  const said = findingMarks(verdict).filter((mark) => !now.has(mark));
  return {
    ...outcome,
    found: outcome.found + said.filter((mark) => !before.has(mark)).length,
    left: outcome.left + said.length,
  };
}

/** What the review of the whole found when it did not pass; empty when it did, or there is none. */
export function rejectedFor({ proposals }: Pick<Session, "proposals">): string[] {
  const review = proposals.review?.value;
  return review && !hasPassed(review) ? findingMarks(review) : [];
}

/** What became of what reviews found. */
export interface FoundAndFixed {
  /** Judged again, and not found any more. */
  fixed: number;
  /** Stands in what goes on: let go with it, or nobody looked again. */
  left: number;
}

export function findingsIn({ execution, proposals }: Session): FoundAndFixed {
  const review = proposals.review?.value;
  const sum = { fixed: 0, left: review ? review.findings.length + review.mustFix.length : 0 };
  for (const { state, unreviewed, found, left } of Object.values(execution?.outcomes ?? {})) {
    // What was given up took its findings with it.
    if (state !== "passed" && state !== "skipped") continue;
    const stays = state === "skipped" ? left : unreviewed ? found : 0;
    sum.left += stays;
    sum.fixed += found - stays;
  }
  return sum;
}
