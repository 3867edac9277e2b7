import type { AgentId, RoleName, TaskId } from "../kernel/ids.ts";
import type { ReviewReply } from "../reply/shapes.ts";
import type { Mended } from "../session/record/session.ts";
import type { Doer } from "./doer.ts";
import type { TaskResult } from "./result.ts";

/** After so many rounds that found something a person decides how it goes on. */
export const ROUNDS_MAX = 3;

/** One reviewer's word about what was submitted. */
export interface Verdict {
  /** The role whose word it is, whoever gave it. */
  role: RoleName;
  /** `null`: a person let it go without this review. */
  by: Doer | null;
  /** The task that asked for it. */
  taskId: TaskId;
  passed: boolean;
  findings: ReviewReply["findings"];
  mustFix: string[];
  summary: string;
  /** What had to be mended to read the reply. */
  repairs: Mended[];
  at: number;
}

/** A word as it arrives; the log knows when. */
export type NewVerdict = Omit<Verdict, "at">;

/** How a plan's task stands with its reviewers. */
export interface Review {
  /** Roles that judge it, in the team's order; none: its author checks it alone. */
  reviewers: RoleName[];
  /** Counts the submissions. */
  round: number;
  /** What was submitted last. */
  submitted: { result: TaskResult; by: Doer; at: number } | null;
  /** Reviews of this round that are under way. */
  open: { role: RoleName; taskId: TaskId }[];
  /** Of this round; they stay with the task for whoever revises it. */
  verdicts: Verdict[];
  /** Of the round before: whoever judges again looks whether they were met. */
  earlier: Verdict[];
  /** What a person said with another round: for whoever revises it, and for whoever judges that. */
  note: { text: string; by: string } | null;
}

/** What a review judges. */
export interface ReviewOf {
  taskId: TaskId;
  title: string;
  round: number;
  /** The role whose word it is; another may give it in its place. */
  role: RoleName;
  /** Does not judge its own work while somebody else can. */
  authorId: AgentId;
  /** Replies that could not be used so far. */
  refusals: { code: string; message: string }[];
}

/** Its reviewers passed it, or there are none: it waits until its branch is where it belongs. */
export function isPassed({ state, review }: { state: string; review: Review | null }): boolean {
  if (state !== "in_review" || review === null) return false;
  return review.open.length === 0 && review.verdicts.every(({ passed }) => passed);
}

/** Every reviewer of the round has spoken. */
function isJudged({ round, open, verdicts }: Review): boolean {
  return round > 0 && open.length === 0 && verdicts.length > 0;
}

/** Somebody found what must change once more, and a person says how it goes on. */
export function isEscalated<T extends { state: string; review: Review | null }>(
  task: T,
): task is T & { review: Review } {
  const { state, review } = task;
  if (state !== "in_review" || review === null) return false;
  const { round, verdicts } = review;
  return isJudged(review) && round >= ROUNDS_MAX && verdicts.some(({ passed }) => !passed);
}
