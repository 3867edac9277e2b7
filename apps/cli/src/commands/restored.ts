import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import { own } from "../own-command.ts";
import type { Cli } from "../settings.ts";

export function addRestored(program: Command, cli: Cli): void {
  const command = define(
    program,
    "restored",
    "tell the server that its database was restored",
    "The server notices most restores by itself; running this again does no harm. Pages reload their rooms, and agents that joined after the backup join again.",
  ).option(
    "--end-access",
    "end all agents' credentials, sign-ins and links: the restore brought back what was revoked since the backup",
  );
  answering(cli, command, async (_, options) => {
    const { call } = await openAdminDoor(cli);
    const endAccess = options.endAccess === true;
    const { epoch, ended } = await call("declareRestored", { body: { endAccess } });
    const gone = endAccess
      ? ` ${ended} credentials and sign-ins have ended; \`${own("signin")}\` makes a link, \`${own("credential create")}\` a credential.`
      : "";
    return {
      data: { epoch, ended },
      text: `A new history has begun (${epoch}). Pages reload their rooms; agents that joined after the backup join again.${gone}`,
    };
  });
}
