import { sleep } from "@squadroom/client/backoff";

/** Time between two looks at whether the task is still held. */
const LOOK_MS = 30_000;

/** Waits for a provider, epoch ms, while holding a task. `false`: the task is gone, so there is nothing to wait for. */
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
