import { normalisePath } from "../../kernel/glob.ts";
import { refused } from "../../kernel/ruling.ts";
import type { TaskDraft } from "../../room/command.ts";
import type { RoomRuling } from "../../room/ruling.ts";
import type { Boundaries } from "../../task/boundaries.ts";
import type { Session } from "./session.ts";

type Bounded = { boundaries?: Boundaries };

/**
 * What whoever starts a session says that it may change, each pattern once; nothing where nothing is said.
 * Refused where a pattern can match nothing, with all that are so.
 */
export function boundedBy(
  said: Boundaries | null | undefined,
): { ok: true; value: Bounded } | Extract<RoomRuling, { ok: false }> {
  if (!said) return { ok: true, value: {} };
  const { allowed, forbidden } = said;
  const patterns = [...allowed, ...forbidden].filter((glob) => normalisePath(glob) === null);
  if (patterns.length > 0) {
    const message = `Not paths in the repository: ${patterns.join(", ")}. Patterns start at the repository's root, such as src/** or docs/*.md.`;
    return refused("boundary_invalid", message, { patterns });
  }
  const boundaries = { allowed: [...new Set(allowed)], forbidden: [...new Set(forbidden)] };
  return { ok: true, value: { boundaries } };
}

/** What a task of this session may change is what the session may. */
export function boundedAs({ boundaries }: Session): Pick<TaskDraft, "boundaries"> {
  return boundaries ? { boundaries } : {};
}
