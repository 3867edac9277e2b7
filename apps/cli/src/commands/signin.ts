import type { Command } from "commander";
import { answering } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
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
        const body = named === undefined ? {} : { personId: await personId(call, named) };
        const link = await call("makeLink", { body });
        return {
          data: link,
          text: `Open this to sign in; it works once, until ${dated(link.expiresAt)}:\n${link.url}`,
        };
      };
    },
  );
}

async function personId(
  call: Awaited<ReturnType<typeof openAdminDoor>>["call"],
  named: string,
): Promise<string> {
  const { people } = await call("listPeople");
  const found = people.filter(({ id, name }) => id === named || name === named);
  const [only] = found;
  if (only && found.length === 1) return only.id;
  const known = people.map(({ id, name }) => `${name} (${id})`).join(", ");
  throw new CliError(
    "person_unknown",
    `Nobody is called ${named}, or more than one.`,
    `Name one of: ${known}.`,
    EXIT.notFound,
  );
}
