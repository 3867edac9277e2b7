import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Figure, printFigures } from "./figure.ts";

/** What a benchmark is given. */
export interface Bench {
  /** A directory of its own that goes when it ends. */
  scratch: string;
  /** Runs when the benchmark ends, however it ends; the last one first. */
  defer(cleanUp: () => unknown): void;
  /** A line for people. */
  say(text: string): void;
}

/** No benchmark takes longer; what hangs is ended and cleaned up. */
const LIMIT_MS = 20 * 60_000;

/** Runs a benchmark: prints its table, and as the last line its figures as JSON; cleans up in any case. */
export async function benchmark(name: string, run: (bench: Bench) => Promise<Figure[]>): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), `squadroom-bench-${name}-`));
  // Postgres does not run as root: it must get through to its own directory.
  chmodSync(scratch, 0o711);
  const cleanUps: (() => unknown)[] = [
    () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  ];
  let ending: Promise<void> | undefined;
  const end = (code: number): Promise<void> => {
    ending ??= (async () => {
      for (const cleanUp of cleanUps.reverse()) {
        try {
          await cleanUp();
        } catch (error) {
          console.error(`Cleaning up: ${String(error)}`);
        }
      }
      process.exit(code);
    })();
    return ending;
  };
  const giveUp = (why: string) => {
    console.error(`The benchmark ${name} ends: ${why}.`);
    void end(1);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => giveUp(signal));
  // A closed pipe and whatever else nobody caught: the servers must not stay behind.
  process.once("uncaughtException", (error) => giveUp(String(error)));
  setTimeout(() => giveUp("it takes too long"), LIMIT_MS).unref();
  try {
    const figures = await run({
      scratch,
      defer: (cleanUp) => void cleanUps.push(cleanUp),
      say: (text) => console.log(text),
    });
    printFigures(name, figures);
    await end(0);
  } catch (error) {
    console.error(error);
    await end(1);
  }
}
