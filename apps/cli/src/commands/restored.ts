import type { Command } from "commander";
import { answering } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import { own } from "../own-command.ts";
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
    (command) => {
      command.option(
        "--end-access",
        "end all agents' credentials, sign-ins and links: what was revoked since the backup is good again",
      );
      return async (_, options) => {
        const { call } = await openAdminDoor(cli);
        const endAccess = options.endAccess === true;
        const { epoch, ended } = await call("declareRestored", { body: { endAccess } });
        const gone = endAccess
          ? ` ${ended} credentials and sign-ins have ended; \`${own("signin")}\` makes a link, \`${own("credential create")}\` a credential.`
          : "";
        return {
          data: { epoch, ended },
          text: `A new history has begun (${epoch}). Pages read their rooms anew; agents that joined after the backup join again.${gone}`,
        };
      };
    },
  );
}
