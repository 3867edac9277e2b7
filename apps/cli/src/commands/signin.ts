import type { Command } from "commander";
import { answering } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import { namedPerson } from "../people.ts";
import type { Cli } from "../settings.ts";
import { dated } from "../words.ts";

export function addSignin(program: Command, cli: Cli): void {
  answering(
    program,
    cli,
    {
      usage: "signin",
      summary: "make a new single-use link to the dashboard, on the server's machine",
    },
    (command) => {
      command.option("--person <name>", "for this person, instead of the admin");
      return async (_, options) => {
        const { call } = await openAdminDoor(cli);
        const named = options.person as string | undefined;
        const body = named === undefined ? {} : { personId: (await namedPerson(call, named)).id };
        const link = await call("makeLink", { body });
        return {
          data: link,
          text: `Open this to sign in; it works once, until ${dated(link.expiresAt)}:\n${link.url}`,
        };
      };
    },
  );
}
