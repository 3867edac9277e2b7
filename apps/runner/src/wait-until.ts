import { sleep } from "@squadroom/client/backoff";

/** Between two looks at whether the task is still in hand. */
const LOOK_MS = 30_000;

/** Waits for a provider, epoch ms, with a task in hand. `false`: the task is gone, and there is nothing to wait for. */
export async function waitUntil(
  at: number,
  { isHeld, signal }: { isHeld: () => Promise<boolean>; signal: AbortSignal },
): Promise<boolean> {
  for (;;) {
    const leftMs = at - Date.now();
    if (leftMs <= 0 || signal.aborted) return true;
    await sleep(Math.min(leftMs, LOOK_MS), signal).catch(() => undefined);
    if (leftMs > LOOK_MS && !signal.aborted && !(await isHeld())) return false;
  }
}
