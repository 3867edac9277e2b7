import type { Call } from "@squadroom/client/call";
import { allRows } from "@squadroom/client/pages";
import { connectLine } from "@squadroom/core/kernel/connect-link";
import type { Command } from "commander";
import { collect, define, group, number } from "../answer.ts";
import { addContract } from "../contract-commands.ts";
import { forPeople, ROOM } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import type { Cli } from "../settings.ts";
import { dated } from "../words.ts";

export function addCredential(program: Command, cli: Cli): void {
  const credential = group(
    program,
    "credential",
    "list, create and revoke agents' credentials, and make links that give them",
  );
  addContract(credential, cli);
  const create = define(credential, "create", "create one; its token is shown only once")
    .option(...ROOM)
    .requiredOption("--role <role>", "a role it can join as; repeatable", collect)
    .option("--name <name>", "the agent's name; by default the role's")
    .option("--expires-in <days>", "days until it expires", number(1, 3650));
  forPeople(cli, create, async ({ call, room }, _, options) => {
    const roles = options.role as string[];
    const [first = ""] = roles;
    const name =
      (options.name as string | undefined) ?? `${first.slice(0, 1).toUpperCase()}${first.slice(1)}`;
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

  const link = define(
    credential,
    "link <id>",
    "make another link for an agent, by id or name",
  ).option(...ROOM);
  forPeople(cli, link, async ({ call, room }, [named = ""]) => {
    const { id, name } = await live(call, room, named);
    const params = { room, credentialId: id };
    const link = await call("makeConnectLink", { params });
    const line = connectLine(cli.settings.url, link.code);
    return { data: link, text: `For ${name}. ${onceUntil(link)}\n${line}` };
  });

  const revoke = define(credential, "revoke <id>", "revoke one, by id or name").option(...ROOM);
  forPeople(cli, revoke, async ({ call, room }, [named = ""]) => {
    const { id, name } = await live(call, room, named);
    const reply = await call("revokeCredential", { params: { room, credentialId: id } });
    return {
      data: reply,
      text: `${name}'s credential is revoked; nobody can act with it any more.`,
    };
  });
}

function onceUntil({ expiresAt }: { expiresAt: number }): string {
  return `Run this in the project that it works in; the link works once, until ${dated(expiresAt)}:`;
}

/** The one live credential of this id or name. */
async function live(call: Call, room: string, named: string) {
  const credentials = await allRows(call, "listCredentials", { params: { room } });
  const all = credentials.filter(({ revokedAt }) => revokedAt === null);
  const found = all.filter(({ id, name }) => id === named || name === named);
  const [only] = found;
  if (only && found.length === 1) return only;
  const known = all.map(({ id, name }) => `${id} (${name})`).join(", ") || "none";
  throw new CliError(
    "credential_unknown",
    only
      ? `${found.length} credentials are called ${named}.`
      : `${room} has no live credential ${named}.`,
    `Name one by id: ${known}.`,
    EXIT.notFound,
  );
}
