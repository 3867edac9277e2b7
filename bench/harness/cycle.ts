import type { Seat } from "./squad.ts";

/** What every load generator of the cycle understands. */
export type CycleCommand =
  | {
      type: "open";
      databaseUrl: string;
      /** So many queues with a worker each, that takes one job after the other; without it jobs go in batches. */
      queues?: number;
    }
  | { type: "open"; port: number; person: string; seats: Seat[] }
  | { type: "run"; tasks: number };

export interface CycleResult {
  /** Full cycles per second: created, claimed, completed, each of them durable. */
  perSecond: number;
}

/** Tasks of one call; a person may send up to a hundred. */
export const PER_CREATE = 50;

/** What a task says; a job carries the same. */
export const TASK_TITLE = "Keep the form's fields over a sign-in";

/** Calls `act` for 0 … `count` - 1, so many at a time. */
export async function inParallel(
  count: number,
  atATime: number,
  act: (index: number) => Promise<unknown>,
): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index).values();
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (const index of indexes) await act(index);
    }),
  );
}

/** Runs `work` and says how many of `count` it did in a second. */
export async function rateOf(count: number, work: () => Promise<unknown>): Promise<CycleResult> {
  const began = performance.now();
  await work();
  return { perSecond: count / ((performance.now() - began) / 1000) };
}
