import { shellWord } from "@squadroom/core/kernel/shell-word";
import type { Command } from "commander";
import { answering } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import { own } from "../own-command.ts";
import { namedPerson } from "../people.ts";
import type { Cli } from "../settings.ts";
import { columns, dated } from "../words.ts";

export function addPerson(program: Command, cli: Cli): void {
  const person = program.command("person").helpCommand(false).description("people of this server");
  answering(person, cli, { usage: "list", summary: "who can sign in" }, () => async () => {
    const { call } = await openAdminDoor(cli);
    const reply = await call("listPeople");
    const rows = reply.people.map(({ id, name, admin, deactivatedAt, signIns }) => [
      id,
      name,
      admin ? "admin" : "",
      deactivatedAt === null ? `${signIns} signed in` : `deactivated ${dated(deactivatedAt)}`,
    ]);
    return { data: reply, text: rows.length === 0 ? "Nobody yet." : columns(rows, "") };
  });

  const setActive = (usage: string, summary: string, active: boolean) =>
    answering(person, cli, { usage, summary }, () => async ([named = ""]) => {
      const { call } = await openAdminDoor(cli);
      const { id, name } = await namedPerson(call, named);
      const data = await call("setActive", { params: { personId: id }, body: { active } });
      const text = active
        ? `${name} can sign in again: \`${own(`signin --person ${shellWord(name)}`)}\` makes a link.`
        : `${name} is signed out everywhere and cannot sign in.`;
      return { data, text };
    });
  setActive("deactivate <name>", "sign a person out everywhere, for good", false);
  setActive("reactivate <name>", "let a deactivated person sign in again", true);

  answering(
    person,
    cli,
    { usage: "sign-out <name>", summary: "end all sign-ins and unused links of a person" },
    () =>
      async ([named = ""]) => {
        const { call } = await openAdminDoor(cli);
        const { id, name } = await namedPerson(call, named);
        const data = await call("endSignIns", { params: { personId: id } });
        return { data, text: `${name} is signed out everywhere (sign-ins: ${data.ended}).` };
      },
  );
}
