import { vi } from "vitest";

/** Bounds a wait that would be one for ever: what comes is not waited for, and a slow machine is no defect. */
const PATIENCE = { timeout: 60_000, interval: 20 };

/** Resolves to what `check` gives once it throws no more. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, PATIENCE);
}
