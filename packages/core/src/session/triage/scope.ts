import type { EventData } from "../../kernel/event.ts";
import type { BatchPlan, BrainstormSession, Split } from "../record/session.ts";

type Scoped = Pick<BrainstormSession, "proposals" | "batches" | "splits" | "decidedSplits">;

/** Parts proposed to be split off about which nobody has decided yet. */
export function openSplits({ proposals, decidedSplits }: Scoped): Split[] {
  const proposed = proposals.triage?.value.splits ?? [];
  return proposed.filter(({ title }) => !decidedSplits.includes(title));
}

/** What the answer to a triage settles besides its level; `null`: nothing is asked about it. */
export interface ScopeAsked {
  batches: BatchPlan[] | null;
  splits: Split[] | null;
}

/** Batches and splits as they are if nobody edits them. */
export function scopeAsked(session: BrainstormSession): ScopeAsked {
  const { batches, splits, proposals, mayEditBatches } = session;
  const proposed = proposals.triage?.value.batches ?? [];
  const open = openSplits(session);
  return {
    batches: batches === null ? (proposed.length > 0 ? proposed : null) : mayEditBatches ? batches : null,
    splits: splits === null && open.length > 0 ? open : null,
  };
}

/** What was proposed about batches and splits has its answer. */
export function isScopeSettled(session: Scoped): boolean {
  const { batches, splits, proposals } = session;
  const proposed = proposals.triage?.value.batches ?? [];
  return (batches !== null || proposed.length === 0) && (splits !== null || openSplits(session).length === 0);
}

/**
 * After a triage that was presented again: what a person settled holds as long as it is proposed unchanged; what was
 * split off, or kept, is not asked again.
 */
export function scopeAfter(before: BrainstormSession, after: BrainstormSession): BrainstormSession {
  const was = before.proposals.triage?.value.batches;
  const now = after.proposals.triage?.value.batches ?? [];
  return {
    ...after,
    batches: was !== undefined && areSame(was, now) ? before.batches : null,
    splits: openSplits(after).length === 0 ? before.splits : null,
  };
}

/** A person decided about everything that was proposed to be split off. */
export function splitsDecided(session: BrainstormSession, splits: Split[]): BrainstormSession {
  const titles = [...openSplits(session), ...splits].map(({ title }) => title);
  const decidedSplits = [...new Set([...session.decidedSplits, ...titles])];
  return { ...session, splits, decidedSplits };
}

/** An undo: it is open again, or as it was before. */
export function scopeReopened(
  session: BrainstormSession,
  data: EventData["session.scope_reopened"],
): BrainstormSession {
  const { part, batch, description, batches = null, decidedSplits = [] } = data;
  return part === "batches"
    ? { ...session, description, batches, batch, mayEditBatches: batches !== null }
    : { ...session, description, splits: null, decidedSplits };
}

function areSame(one: readonly BatchPlan[], other: readonly BatchPlan[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ title, description }, i) => title === other[i]?.title && description === other[i].description)
  );
}
