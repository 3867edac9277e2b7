import { RefusalError } from "@squadroom/core/kernel/refusal";
import { FAILURES_MAX, type RunEnd, type TurnWhy } from "@squadroom/core/run/run";
import { wordsOf } from "./harness/desk.ts";
import { isOutage } from "./outage.ts";
import { waitUntil } from "./wait-until.ts";

/** Rest after a failed turn; three times as long after each further one. */
const REST_MS = 2_000;

/** How a run ended. `isFinal`: its task can't end any other way. */
export interface End {
  why: RunEnd;
  reason: string;
  isFinal?: boolean;
}

/** What can't end any other way, however often it is tried: a person is asked at once. */
export class FinalError extends Error {
  override readonly name = "FinalError";
}

/**
 * What comes between an agent's last word and the end of its task: if it fails, it fails again after the same work.
 * Ending because it has to, or because nobody could be reached, is no such failure.
 */
export async function lastWord<T>(act: () => Promise<T>, until: AbortSignal): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (until.aborted || isOutage(error) || isLost(error)) throw error;
    throw new FinalError(wordsOf(error), { cause: error });
  }
}

/** The agent no longer holds the task. */
export function isLost(error: unknown): boolean {
  return error instanceof RefusalError && error.code === "lease_lost";
}

/** Failed turns in a row: the next may succeed a little later, and at some point a person is asked. */
export function createFailures() {
  let count = 0;
  let last = "";
  return {
    note({ why, reason }: { why: TurnWhy; reason: string }): void {
      count = why === "failed" ? count + 1 : 0;
      last = why === "failed" ? reason : "";
    },
    /** Why the last turn failed. */
    get last(): string {
      return last;
    },
    get areTooMany(): boolean {
      return count >= FAILURES_MAX;
    },
    /** Waits before the next try. */
    async rest(of: { isHeld: () => Promise<boolean>; signal: AbortSignal }): Promise<void> {
      if (count > 0 && (await of.isHeld())) await waitUntil(Date.now() + REST_MS * 3 ** (count - 1), of);
    },
  };
}
