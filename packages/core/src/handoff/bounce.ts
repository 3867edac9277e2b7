import type { RoleName } from "../kernel/ids.ts";
import type { DiffCount } from "../task/diff-lines.ts";
import type { Bounce, Task } from "../task/task.ts";
import type { Target } from "../team/team.ts";

/** After this many handbacks between two roles with nothing changed, a person is asked. */
export const BOUNCES_MAX = 6;

/** What a task carries when it is handed back to the role that it came from; `null`: it goes to another one. */
export function bounceOf(
  { origin, createdBy, bounce }: Pick<Task, "origin" | "createdBy" | "bounce">,
  to: Target,
  changes: DiffCount | undefined,
): Bounce | null {
  if (origin.kind !== "handoff" || createdBy.role !== to) return null;
  const before = bounce ?? { times: 0, made: null };
  const made = changes ? `${changes.fileCount} +${changes.added} -${changes.removed}` : before.made;
  return { times: made === before.made ? before.times + 1 : 0, made };
}

const ENDING = ` handed this back and forth ${BOUNCES_MAX} times, and nothing changed.`;

/** Why it is no longer handed back. */
export function bouncedText(one: RoleName, other: RoleName): string {
  return `${one} and ${other}${ENDING}`;
}

/** Whether this is why an attempt ended. */
export function isBounced(reason: string): boolean {
  return reason.endsWith(ENDING);
}
