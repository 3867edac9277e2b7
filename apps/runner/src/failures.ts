import { RefusalError } from "@squadroom/core/kernel/refusal";
import { FAILURES_MAX, type RunEnd, type TurnWhy } from "@squadroom/core/run/run";
import { wordsOf } from "./harness/desk.ts";
import { isOutage } from "./outage.ts";
import { waitUntil } from "./wait-until.ts";

/** After a turn that failed; three times as long after each that follows. */
const REST_MS = 2_000;

/** How a run ended. `isFinal`: its task can't come out otherwise. */
export interface End {
  why: RunEnd;
  reason: string;
  isFinal?: boolean;
}

/** What can't come out otherwise, however often it is tried: a person is asked at once. */
export class FinalError extends Error {
  override readonly name = "FinalError";
}

/**
 * What stands between an agent's last word and the end of its task: where it fails, it fails again after the same work.
 * What ends because it is to end, or because nobody could be reached, does not.
 */
export async function lastWord<T>(act: () => Promise<T>, until: AbortSignal): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (until.aborted || isOutage(error) || isLost(error)) throw error;
    throw new FinalError(wordsOf(error), { cause: error });
  }
}

/** The task is no longer in the agent's hand. */
export function isLost(error: unknown): boolean {
  return error instanceof RefusalError && error.code === "lease_lost";
}

/** Turns in a row that failed: the next may come out otherwise a little later, and at some time a person is asked. */
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
    /** Before the next try. */
    async rest(of: { isHeld: () => Promise<boolean>; signal: AbortSignal }): Promise<void> {
      if (count > 0 && (await of.isHeld())) await waitUntil(Date.now() + REST_MS * 3 ** (count - 1), of);
    },
  };
}
