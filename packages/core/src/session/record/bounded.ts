import { normalisePath } from "../../kernel/glob.ts";
import { type RoomRuling, refused } from "../../kernel/ruling.ts";
import type { Boundaries } from "../../task/boundaries.ts";
import type { TaskDraft } from "../../task/command.ts";
import type { Session } from "./session.ts";

type Bounded = { boundaries?: Boundaries };

/**
 * What whoever starts a session says that it may change, each pattern once; nothing if nothing is given. Refused if a
 * pattern can match nothing, with all such patterns.
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

/** A task of this session may change what the session may, and of that what its plan says. */
export function boundedAs(
  { boundaries: of }: Pick<Session, "boundaries">,
  own?: Pick<Boundaries, "allowed" | "forbidden">,
): Pick<TaskDraft, "boundaries"> {
  if (!own || own.allowed.length + own.forbidden.length === 0) return of ? { boundaries: of } : {};
  const { allowed, forbidden } = of ?? { allowed: [], forbidden: [] };
  const isNarrower = own.allowed.length > 0;
  return {
    boundaries: {
      allowed: isNarrower ? [...new Set(own.allowed)] : allowed,
      forbidden: [...new Set([...forbidden, ...own.forbidden])],
      ...(isNarrower && allowed.length > 0 ? { within: allowed } : {}),
    },
  };
}
