import type { Command } from "commander";
import { runBridge } from "../bridge.ts";
import { Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";

export function addMcp(program: Command, cli: Cli): void {
  program
    .command("mcp")
    .description("bring the room's tools to a client over standard input and output")
    .option("--role <role>", "as which role to join, if the credential has several")
    .action(async ({ role }: { role?: string }) => {
      const { io } = cli;
      const { url, token } = await Seat.credential(cli);
      const door = new URL(`${url}/mcp`);
      if (role !== undefined) door.searchParams.set("role", role);
      await runBridge({
        lines: io.readLines(),
        out: io.out,
        fetch: io.fetch,
        url: door,
        token,
        isOrphaned: io.watchParents(),
      });
    });
}
