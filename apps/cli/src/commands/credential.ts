import { connectLine } from "@squadroom/core/kernel/connect-link";
import type { Command } from "commander";
import { collect, define, group, number } from "../answer.ts";
import { addContract } from "../contract-commands.ts";
import { forPeople, ROOM } from "../door.ts";
import type { Cli } from "../settings.ts";
import { dated } from "../words.ts";

export function addCredential(program: Command, cli: Cli): void {
  const credential = group(
    program,
    "credential",
    "list, create and revoke agents' credentials, and make links that give them",
  );
  addContract(credential, cli, {
    makeConnectLink: (link, { found }) =>
      `For ${found.name}. ${onceUntil(link)}\n${connectLine(cli.settings.url, link.code)}`,
  });
  const create = define(credential, "create", "create one; its token is shown only once")
    .option(...ROOM)
    .requiredOption("--role <role>", "a role it can join as; repeatable", collect)
    .option("--name <name>", "the agent's name; by default the role's")
    .option("--expires-in <days>", "days until it expires", number(1, 3650));
  forPeople(cli, create, async ({ call, room }, _, options) => {
    const roles = options.role as string[];
    const [first = ""] = roles;
    const name = (options.name as string | undefined) ?? `${first.slice(0, 1).toUpperCase()}${first.slice(1)}`;
    const expiresInDays = options.expiresIn as number | undefined;
    const reply = await call("createCredential", {
      params: { room },
      body: { name, roles, expiresInDays },
    });
    const text = [
      `For ${reply.credential.name} (${roles.join(", ")}). ${onceUntil(reply.link)}`,
      connectLine(cli.settings.url, reply.link.code),
    ];
    return { data: reply, text: text.join("\n") };
  });
}

function onceUntil({ expiresAt }: { expiresAt: number }): string {
  return `Run this in the project that it works in; the link works once, until ${dated(expiresAt)}:`;
}
