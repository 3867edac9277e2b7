import type { Command } from "commander";
import { answering } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import type { Cli } from "../settings.ts";

export function addRestored(program: Command, cli: Cli): void {
  answering(
    program,
    cli,
    {
      usage: "restored",
      summary: "say that the database was restored, on the server's machine",
      help: "The server sees most restores by itself; saying it once more does no harm. Pages read their rooms anew, and agents that joined after the backup join again.",
    },
    () => async () => {
      const { call } = await openAdminDoor(cli);
      const { epoch } = await call("declareRestored");
      return {
        data: { epoch },
        text: `A new history has begun (${epoch}). Pages read their rooms anew; agents that joined after the backup join again.`,
      };
    },
  );
}
