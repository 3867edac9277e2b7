import type { AgentId, RoleName, TaskId } from "../kernel/ids.ts";
import type { ReviewReply } from "../reply/shapes.ts";
import type { Mended } from "../session/record/session.ts";
import type { Doer } from "./doer.ts";
import type { TaskResult } from "./result.ts";

/** After this many rounds with findings, a person decides how it continues. */
export const ROUNDS_MAX = 3;

/** One reviewer's verdict on a submission. */
export interface Verdict {
  /** The role that it speaks for, whoever gave it. */
  role: RoleName;
  /** `null`: a person waived this review. */
  by: Doer | null;
  /** The task that asked for it. */
  taskId: TaskId;
  passed: boolean;
  findings: ReviewReply["findings"];
  mustFix: string[];
  summary: string;
  /** Repairs that it took to read the reply. */
  repairs: Mended[];
  at: number;
}

/** A verdict as it arrives; the log knows the time. */
export type NewVerdict = Omit<Verdict, "at">;

/** Where a plan's task is with its reviewers. */
export interface Review {
  /** Roles that judge it, in the team's order; none: its author checks it alone. */
  reviewers: RoleName[];
  /** Counts the submissions. */
  round: number;
  /** The last submission. */
  submitted: { result: TaskResult; by: Doer; at: number } | null;
  /** Reviews of this round that are under way. */
  open: { role: RoleName; taskId: TaskId }[];
  /** Verdicts of this round; they stay with the task for whoever revises it. */
  verdicts: Verdict[];
  /** Verdicts of the round before: whoever judges again checks whether they were met. */
  earlier: Verdict[];
  /** What a person said with another round: for its reviser, and for whoever judges that. */
  note: { text: string; by: string } | null;
}

/** What a review judges. */
export interface ReviewOf {
  taskId: TaskId;
  title: string;
  round: number;
  /** The role that it speaks for; another may give it in its place. */
  role: RoleName;
  /** Does not judge its own work while somebody else can. */
  authorId: AgentId;
  /** Unusable replies so far. */
  refusals: { code: string; message: string }[];
}

/** Its reviewers passed it, or it has none: it waits until its branch is where it belongs. */
export function isPassed({ state, review }: { state: string; review: Review | null }): boolean {
  if (state !== "in_review" || review === null) return false;
  return review.open.length === 0 && review.verdicts.every(({ passed }) => passed);
}

/** Every reviewer of the round has spoken. */
function isJudged({ round, open, verdicts }: Review): boolean {
  return round > 0 && open.length === 0 && verdicts.length > 0;
}

/** Somebody again found what must change, and a person says how it continues. */
export function isEscalated<T extends { state: string; review: Review | null }>(
  task: T,
): task is T & { review: Review } {
  const { state, review } = task;
  if (state !== "in_review" || review === null) return false;
  const { round, verdicts } = review;
  return isJudged(review) && round >= ROUNDS_MAX && verdicts.some(({ passed }) => !passed);
}
