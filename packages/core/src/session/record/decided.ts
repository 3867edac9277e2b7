import { isOfBatch, type SessionStep } from "../../flow/steps.ts";
import type { SessionEntry } from "../contract.ts";
import type { Batch } from "./session.ts";

/** What a person decided about a session, with the note given. */
export interface Decided {
  /** In the room's log. */
  seq: number;
  at: number;
  step: SessionStep;
  /** From 0: the batch that was under way; `null` for what all batches share, and if there are none. */
  batch: number | null;
  by: string;
  /** The answer, as the person saw it. */
  chosen: string;
  /** Empty if no note was given. */
  note: string;
}

type Entry = Pick<SessionEntry, "seq" | "at" | "step" | "by" | "kind" | "content"> &
  Partial<Pick<SessionEntry, "chosen">>;

/** Answers that ask an agent for something else: their notes are discussion, not decisions. */
export const DISCUSS = "Discuss";
export const REVISE = "Revise";
/** An answer that only has an agent try once more: its note is for that attempt, which has it with its task. */
export const TRY_AGAIN = "Try again";
export const ANOTHER_ROUND = "Another round";
/** Answers to the findings of the review of the whole, and to a task whose reviews did not pass. */
export const LET_STAND = "Let it stand";
export const LET_GO_ON = "Let it go on";
/** Answers to work that its discussion, or its own report, speaks against. */
export const REVISE_AGAIN = "Revise once more";
export const PROCEED = "Proceed with a warning";

/** What people decided, from the conversation, in its order; what was taken back is left out. */
export function decidedIn(entries: readonly Entry[], batches: readonly Pick<Batch, "startedAt">[] | null): Decided[] {
  const decided: Decided[] = [];
  for (const { seq, at, step, by, kind, content, chosen = null } of entries) {
    if (kind === "undone") {
      const taken = decided.findLastIndex((one) => isTakenBack(one, step, content));
      if (taken >= 0) decided.splice(taken, 1);
      continue;
    }
    if (chosen === null || isTalk(step, chosen)) continue;
    decided.push({ seq, at, step, batch: batchAt(batches, step, at), by, chosen, note: content });
  }
  return decided;
}

/** What this person let pass although reviews had not passed; a task, or the whole. */
export function isLetting({ step, chosen }: Decided, taskId: string | null): boolean {
  return taskId === null
    ? step === "review" && chosen === LET_STAND
    : step === "execute" && chosen === `${LET_GO_ON}: ${taskId}`;
}

export function isForOneAttempt({ chosen }: Pick<Decided, "chosen">): boolean {
  return [TRY_AGAIN, ANOTHER_ROUND].some((label) => isOf(chosen, label));
}

/** It lets the work go on and says no more: nothing in it binds anybody. */
export function isPlainConsent({ chosen, note }: Pick<Decided, "chosen" | "note">): boolean {
  return note === "" && ["Approve", "Continue"].some((label) => isOf(chosen, label));
}

/** The only task that its note is for: it is tried again with it, or was discussed; `null`: it is about more. */
export function taskOfNote({ chosen }: Pick<Decided, "chosen">): string | null {
  const labels = ["Retry", "Retry with a note", REVISE_AGAIN, PROCEED];
  const label = labels.find((one) => chosen.startsWith(`${one}: `));
  return label === undefined ? null : chosen.slice(label.length + 2);
}

function isTalk(step: SessionStep, chosen: string): boolean {
  return [DISCUSS, REVISE].some((label) => chosen === label || (step === "design" && isOf(chosen, label)));
}

/** An answer may be followed by the part that it is about. */
function isOf(chosen: string, label: string): boolean {
  return chosen === label || chosen.startsWith(`${label}: `);
}

function isTakenBack({ step: of, chosen }: Decided, step: SessionStep, said: string): boolean {
  const [, label] = /“(.*)”/s.exec(said) ?? [];
  return of === step && label !== undefined && isOf(chosen, label);
}

/** Plans, work and reviews belong to a batch. A batch ends at the moment the next one begins. */
function batchAt(batches: readonly Pick<Batch, "startedAt">[] | null, step: SessionStep, at: number): number | null {
  if (!batches || batches.length === 0) return null;
  if (!isOfBatch(step)) return null;
  const begun = batches.findLastIndex(({ startedAt }) => startedAt !== null && startedAt < at);
  return Math.max(begun, 0);
}
