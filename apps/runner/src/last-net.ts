import { AsyncLocalStorage } from "node:async_hooks";

/** A run while it works: a failure in it is its fault alone. */
interface Failing {
  fail(error: unknown): void;
}

const runs = new AsyncLocalStorage<{ run: Failing | null }>();

/** Begins a run: whatever it leaves behind, timers and streams included, is known as its own. */
export function begunAlone<T extends Failing>(begin: () => T): T {
  const own: { run: Failing | null } = { run: null };
  return runs.run(own, () => {
    const run = begin();
    own.run = run;
    return run;
  });
}

/**
 * An uncaught exception ends the run that it belongs to, if known, and is reported; all others
 * continue.
 *
 * @returns a function that removes the net
 */
export function spreadNet(say: (line: string) => void): () => void {
  const caught = (error: unknown) => {
    const { run = null } = runs.getStore() ?? {};
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const what = run ? "One run fails" : "Something failed that is of no run";
    say(`${what}, and the others go on: ${words}`);
    run?.fail(error);
  };
  process.on("uncaughtException", caught);
  process.on("unhandledRejection", caught);
  return () => {
    process.off("uncaughtException", caught);
    process.off("unhandledRejection", caught);
  };
}
