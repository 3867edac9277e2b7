import { type SpawnOptions, spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * Runs a program of ours in this one's place: signals go down, the exit code comes up.
 *
 * @param first what it reads first, if its stdin is a pipe
 */
export function become(args: readonly string[], options: SpawnOptions, first = ""): Promise<number> {
  const child = spawn(process.execPath, args, options);
  child.stdin?.on("error", () => undefined).write(first);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      // In a terminal, Ctrl-C has reached the whole group already.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    // As shells do: 128 plus the signal's number.
    child.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]));
  });
}
