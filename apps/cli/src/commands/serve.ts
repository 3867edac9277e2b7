import { type Command, CommanderError } from "commander";
import { become } from "../become.ts";
import { refuseAgents } from "../door.ts";
import { builtServer, stopServer } from "../own-server.ts";
import type { Cli } from "../settings.ts";

export function addServe(program: Command, cli: Cli): void {
  program
    .command("serve")
    .description("start the server that was built next to this file")
    .option("--copy-to <url>", "serve nothing; copy all data into that empty Postgres")
    .option("--stop", "serve nothing; stop the server of this data directory")
    .action(async ({ copyTo, stop }: { copyTo?: string; stop?: boolean }) => {
      await refuseAgents(cli);
      if (stop) return void (await cli.io.out(`${await stopServer(cli)}\n`));
      const server = builtServer();
      const words = copyTo === undefined ? [] : ["--copy-to", copyTo];
      const exit = await become(["--enable-source-maps", server, ...words], { stdio: "inherit" });
      if (exit !== 0) throw new CommanderError(exit, "squadroom.answered", "");
    });
}
