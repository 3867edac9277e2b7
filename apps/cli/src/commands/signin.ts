import { RefusalError } from "@squadroom/core/kernel/refusal";
import { shellWord } from "@squadroom/core/kernel/shell-word";
import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import { CliError } from "../failure.ts";
import { findNamed } from "../find-named.ts";
import { own } from "../own-command.ts";
import type { Cli } from "../settings.ts";
import { dated } from "../words.ts";

export function addSignin(program: Command, cli: Cli): void {
  const command = define(program, "signin", "create a single-use sign-in link to the dashboard").option(
    "--person <name>",
    "for this person instead of the admin",
  );
  answering(cli, command, async (_, options) => {
    const { call } = await openAdminDoor(cli);
    const named = options.person as string | undefined;
    const people = { list: "listPeople", what: "person" };
    const body = named === undefined ? {} : { personId: (await findNamed(call, people, named)).id as never };
    const link = await call("makeLink", { body }).catch((error: unknown) => {
      throw sayWho(error);
    });
    return {
      data: link,
      text: `Open this to sign in; it works once, until ${dated(link.expiresAt)}:\n${link.url}`,
    };
  });
}

/** If it could be for several people, a line for each. */
function sayWho(error: unknown): unknown {
  if (!(error instanceof RefusalError) || !Array.isArray(error.refusal.details.people)) return error;
  const people = error.refusal.details.people as { name: string }[];
  const lines = people.map(({ name }) => own(`signin --person ${shellWord(name)}`));
  return new CliError("which_person", "Say who the link is for.", `Run one of:\n${lines.join("\n")}`);
}
