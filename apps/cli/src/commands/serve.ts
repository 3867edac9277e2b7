import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Command, CommanderError } from "commander";
import { become } from "../become.ts";
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
      const words = copyTo === undefined ? [] : ["--copy-to", copyTo];
      const exit = await become(["--enable-source-maps", SERVER, ...words], { stdio: "inherit" });
      if (exit !== 0) throw new CommanderError(exit, "squadroom.answered", "");
    });
}
