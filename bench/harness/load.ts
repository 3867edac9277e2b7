import { fork } from "node:child_process";
import type { Bench } from "./benchmark.ts";

/** A load generator: a process of its own that is told what to do and answers with what it measured. */
export interface Load<Command, Result> {
  pid: number;
  run(command: Command): Promise<Result>;
  stop(): Promise<void>;
}

type Answer<Result> = { result: Result } | { error: string };

/** Starts `file`, which calls `serveLoad`. */
export function startLoad<Command, Result>(bench: Bench, file: URL): Load<Command, Result> {
  const child = fork(file, { serialization: "advanced", execArgv: process.execArgv });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await exited;
  };
  bench.defer(stop);
  return {
    pid: child.pid as number,
    stop,
    run: (command) =>
      new Promise((resolve, reject) => {
        const died = () => reject(new Error("the load generator ended"));
        child.once("exit", died);
        child.once("message", (message: Answer<Result>) => {
          child.off("exit", died);
          if ("error" in message) reject(new Error(message.error));
          else resolve(message.result);
        });
        child.send(command as object);
      }),
  };
}

/** In the load generator's process: answers each command. */
export function serveLoad<Command, Result>(handle: (command: Command) => Promise<Result>): void {
  process.on("message", (command: Command) => {
    handle(command).then(
      (result) => process.send?.({ result }),
      (error: unknown) =>
        process.send?.({
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
    );
  });
  process.once("disconnect", () => process.exit(0));
}
