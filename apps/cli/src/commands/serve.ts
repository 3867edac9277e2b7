import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { type Command, CommanderError } from "commander";
import { CliError, EXIT } from "../failure.ts";
import type { Cli } from "../settings.ts";

/** The server that was built beside this file: `apps/cli/dist` and `apps/server/dist`. */
const SERVER = fileURLToPath(new URL("../../server/dist/main.mjs", import.meta.url));

export function addServe(program: Command, _cli: Cli): void {
  program
    .command("serve")
    .description("start the server that was built next to this file")
    .option("--copy-to <url>", "serve nothing; copy all data into that empty Postgres")
    .action(async ({ copyTo }: { copyTo?: string }) => {
      if (!existsSync(SERVER)) {
        throw new CliError(
          "no_server",
          "There is no server next to this file.",
          "Install the whole package, or start it from a checkout with `npm start`; this file alone is the agents' command.",
          EXIT.notFound,
        );
      }
      const exit = await becomeServer(copyTo === undefined ? [] : ["--copy-to", copyTo]);
      if (exit !== 0) throw new CommanderError(exit, "squadroom.answered", "");
    });
}

/** Signals go down, the exit code comes up. */
function becomeServer(options: string[]): Promise<number> {
  const child = spawn(process.execPath, ["--enable-source-maps", SERVER, ...options], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      // In a terminal, Ctrl-C has reached the whole group already.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    // As shells say it: 128 and the signal's number.
    child.once("exit", (code, signal) =>
      resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]),
    );
  });
}
