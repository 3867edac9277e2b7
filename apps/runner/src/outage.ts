import { UnreachableError } from "@squadroom/client/answer";
import { sleep } from "@squadroom/client/backoff";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { refusalTable } from "@squadroom/core/kernel/refusal-table";

const AGAIN_MS = 1_000;
/** Exit code for what should be tried again. */
const TRY_AGAIN = 6;

/** Calls, at least once, until the server answers; a refusal is thrown. `null`: nobody wants to know any more. */
export async function outlasting<T>(call: () => Promise<T>, until: AbortSignal): Promise<T | null> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (until.aborted) return null;
      if (!isOutage(error)) throw error;
    }
    await sleep(AGAIN_MS, until).catch(() => undefined);
  }
}

export function isOutage(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  return error instanceof RefusalError && refusalTable[error.code].exit === TRY_AGAIN;
}
