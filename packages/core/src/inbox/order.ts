import { URGENCIES, type Urgency } from "../decision/decision.ts";

/** What may need a person, in the order of which comes first at the same urgency. */
export const INBOX_KINDS = ["decision", "question", "paused", "stuck", "review"] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** Somebody waits for an answer, and the task that asked has ended. */
export const QUESTION_URGENCY: Urgency = "medium";
/** Nothing is lost without a person: the task goes back to the queue when the lease ends. */
export const STUCK_URGENCY: Urgency = "low";

/** Clearing mode gave up, and a person has to say that it goes on. */
export const PAUSED_URGENCY: Urgency = "medium";
/** Work that is done; nothing stands still for it. */
export const REVIEW_URGENCY: Urgency = "low";

export interface InboxPlace {
  kind: InboxKind;
  urgency: Urgency;
  /** Since when it waits, epoch ms. */
  sinceAt: number;
}

/** The most urgent first; of the same urgency decisions, then questions, then what is paused, stuck agents, finished items; the oldest first. */
export function compareInbox(a: InboxPlace, b: InboxPlace): number {
  return (
    URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency) ||
    INBOX_KINDS.indexOf(a.kind) - INBOX_KINDS.indexOf(b.kind) ||
    a.sinceAt - b.sinceAt
  );
}
