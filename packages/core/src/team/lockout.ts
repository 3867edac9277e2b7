/**
 * Whether an author may revise rejected work, by file: `strict`: never after a rejection, otherwise after fewer than
 * that many
 * in one cycle; left out: always.
 *
 * @source domain.md § 9, Reviewer lockout
 */
export type Lockout = "strict" | { afterRejections: number };

/** Beyond this the lockout would never come. */
export const REJECTIONS_MAX = 9;

/** The rejection that locks its author out, from 1; `null`: none does. */
export function lockoutAfter({ lockout }: { lockout?: Lockout | undefined }): number | null {
  if (lockout === undefined) return null;
  return lockout === "strict" ? 1 : lockout.afterRejections;
}

/** In a sentence. */
export function lockoutText(team: { lockout?: Lockout | undefined }): string {
  const after = lockoutAfter(team);
  if (after === null) return "Authors revise their own rejected work.";
  return after === 1
    ? "Another agent of the role revises rejected work, not its author."
    : `After ${after} rejections, another agent of the role revises the work, not its author.`;
}
