import type { Reply } from "@squadroom/client/call";
import type { Command } from "commander";
import { answering, define, number } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import { own } from "../own-command.ts";
import { namedPerson } from "../people.ts";
import type { Cli } from "../settings.ts";
import { columns, dated } from "../words.ts";

type Entry = Reply<"listServerAudit">["data"][number];

export function addAudit(program: Command, cli: Cli): void {
  const command = define(
    program,
    "audit",
    "sign-ins, failed ones too, and changes of access; newest first",
  )
    .option("--person <name>", "only what this person did")
    .option("--cursor <cursor>", "the next page: the cursor the last one printed")
    .option("--limit <n>", "lines, 50 by default", number(1, 100));
  answering(cli, command, async (_, options) => {
    const { call } = await openAdminDoor(cli);
    const { person, cursor, limit } = options as {
      person?: string;
      cursor?: string;
      limit?: number;
    };
    const of = person === undefined ? {} : { person: (await namedPerson(call, person)).id };
    const query = { ...of, ...(cursor ? { cursor } : {}), ...(limit ? { limit } : {}) };
    const data = await call("listServerAudit", { query });
    const lines = columns(data.data.map(rowOf), "");
    const more = data.next === null ? "" : `\nOlder: ${own(`audit --cursor ${data.next}`)}`;
    return { data, text: data.data.length === 0 ? "Nothing yet." : `${lines}${more}` };
  });
}

function rowOf({ at, by, act, subject, room, details }: Entry): string[] {
  const { how, address, roles, ended, more } = details;
  const rest = [
    roles?.join(", "),
    room && `in ${room.name || room.id}`,
    how && `by ${how}`,
    address && `from ${address}`,
    ended === undefined ? undefined : `sign-ins ended: ${ended}`,
    more && `and ${more} more`,
  ];
  const about = subject === by?.name ? "" : (subject ?? "");
  return [
    dated(at),
    by?.name ?? "-",
    act.replaceAll("_", " "),
    about,
    rest.filter(Boolean).join(" · "),
  ];
}
