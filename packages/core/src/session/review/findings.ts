import { entriesIn } from "../../kernel/keys.ts";
import { hasPassed } from "../../reply/passed.ts";
import type { ReviewReply } from "../../reply/shapes.ts";
import { type Carried, foundIn, keptOf, markOf } from "../../task/found.ts";
import type { Review, Verdict } from "../../task/review.ts";
import type { TaskOutcome } from "../record/outcome.ts";
import type { Session } from "../record/session.ts";

/** What a review found, each once, by the words that identify it. */
export function findingMarks(review: Pick<ReviewReply, "findings" | "mustFix">): string[] {
  return foundIn(review).map(markOf);
}

/**
 * A reviewer spoke about a submission: its findings count once, however often they are repeated. What it let pass all
 * the same is still open.
 */
export function foundBy(
  outcome: TaskOutcome,
  verdict: Pick<Verdict, "findings" | "mustFix">,
  known: Pick<Review, "verdicts" | "earlier"> | null,
): TaskOutcome {
  const marksIn = (verdicts: readonly Verdict[] = []) => new Set(verdicts.flatMap(findingMarks));
  const [now, before] = [marksIn(known?.verdicts), marksIn(known?.earlier)];
  const said = foundIn(verdict).filter((one) => !now.has(markOf(one)));
  return {
    ...outcome,
    found: outcome.found + said.filter((one) => !before.has(markOf(one))).length,
    left: outcome.left + said.length,
    carried: keptOf(said, outcome.carried),
  };
}

/** Nobody, or not everybody, looked again: the findings of the round before may be open as well. */
export function stillThere(outcome: TaskOutcome, earlier: readonly Verdict[]): TaskOutcome {
  const known = new Set(outcome.carried.map(markOf));
  const before = earlier.flatMap(foundIn).filter((one) => !known.has(markOf(one)));
  return { ...outcome, carried: keptOf(before, outcome.carried) };
}

/** What a task's reviewers let pass and the review of the whole wants mended belongs to the rework from now on. */
export function withoutMended(outcome: TaskOutcome, rejected: readonly string[]): TaskOutcome {
  const carried = outcome.carried.filter((one) => !rejected.includes(markOf(one)));
  const mended = outcome.carried.length - carried.length;
  if (mended === 0) return outcome;
  const { found, left } = outcome;
  return { ...outcome, carried, found: found - mended, left: Math.max(0, left - mended) };
}

/** What the review of the whole found when it did not pass; empty if it did, or there is none. */
export function rejectedFor({ proposals }: Pick<Session, "proposals">): string[] {
  const review = proposals.review?.value;
  return review && !hasPassed(review) ? findingMarks(review) : [];
}

/** What became of reviewers' findings. */
export interface FoundAndFixed {
  /** Judged again, and no longer found. */
  fixed: number;
  /** Still in the work that continues: let pass with it, or nobody looked again. */
  left: number;
}

export function findingsIn(session: Session): FoundAndFixed {
  const { execution, proposals } = session;
  const outcomes = Object.values(execution?.outcomes ?? {}).filter(isThere);
  const said = new Set(outcomes.flatMap(({ carried }) => carried.map(markOf)));
  const review = proposals.review?.value;
  const whole = review ? findingMarks(review).filter((mark) => !said.has(mark)) : [];
  const sum = { fixed: 0, left: whole.length };
  for (const { unreviewed, state, found, left } of outcomes) {
    const stays = unreviewed && state === "passed" ? found : left;
    sum.left += stays;
    sum.fixed += found - stays;
  }
  return sum;
}

/** What the current batch leaves to later ones: what its reviews found and nobody mended. */
export function carriedIn({ execution, proposals }: Session): Carried[] {
  const review = proposals.review?.value;
  const whole = review ? keptOf(foundIn(review)) : [];
  const all = [
    ...whole.map((one): Carried => ({ ...one, taskId: null })),
    ...entriesIn(execution?.outcomes ?? {}).flatMap(([taskId, outcome]) =>
      isThere(outcome) ? outcome.carried.map((one): Carried => ({ ...one, taskId })) : [],
    ),
  ];
  const marks = new Set<string>();
  return all.filter((one) => !marks.has(markOf(one)) && marks.add(markOf(one))).slice(0, CARRIED_MAX);
}

/** Most for one batch. */
const CARRIED_MAX = 60;

/** What was given up took its findings with it. */
function isThere({ state }: TaskOutcome): boolean {
  return state === "passed" || state === "skipped";
}
