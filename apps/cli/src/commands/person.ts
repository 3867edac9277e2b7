import { PERSON_ROLES } from "@squadroom/core/kernel/person-roles";
import type { PersonRole } from "@squadroom/core/kernel/route";
import type { Command } from "commander";
import { allRooms } from "../all-rooms.ts";
import { answering, collect, define, group } from "../answer.ts";
import { addContract } from "../contract-commands.ts";
import { openAdminDoor } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import type { Cli } from "../settings.ts";
import { dated } from "../words.ts";

export function addPerson(program: Command, cli: Cli): void {
  const person = group(program, "person", "list, invite and deactivate the people of this server");
  addContract(person, cli);
  const invite = define(
    person,
    "invite <name>",
    "add a person and print the link that signs them in",
    "Example: person invite 'Dana Whitfield' --room checkout-web=lead --room docs=viewer",
  )
    .option("--room <name=role>", `a room to share, as ${PERSON_ROLES.join(", ")}; repeatable`, collect)
    .option("--admin", "make them an admin, who owns every room");
  answering(cli, invite, async ([name = ""], options) => {
    const { call } = await openAdminDoor(cli);
    const shared = ((options.room as string[] | undefined) ?? []).map(sharedRoom);
    const cards = shared.length > 0 ? await allRooms(call) : [];
    const rooms = shared.map(({ room, role }) => {
      const card = cards.find((one) => one.name === room || one.roomId === room);
      if (card) return { roomId: card.roomId, role };
      throw new CliError(
        "room_unknown",
        `There is no room ${room}.`,
        "`squadroom room list` lists them.",
        EXIT.notFound,
      );
    });
    const body = { name, rooms, ...(options.admin === true ? { admin: true } : {}) };
    const data = await call("invitePerson", { body });
    const may = shared.map(({ room, role }) => `${role} of ${room}`).join(", ");
    const text = [
      `${data.person.name} is invited${may === "" ? "" : `, ${may}`}. The link works once, until ${dated(data.expiresAt)}:`,
      data.url,
      ...(may === "" && options.admin !== true ? ["They cannot see any room yet; share one in its settings."] : []),
    ];
    return { data, text: text.join("\n") };
  });
}

/** `checkout-web=lead`; without a role somebody may only look. */
function sharedRoom(text: string): { room: string; role: PersonRole } {
  const [room = "", named = "viewer"] = text.split("=");
  const role = PERSON_ROLES.find((one) => one === named);
  if (role) return { room, role };
  throw new CliError("usage", `${named} is not a role for people.`, `Use one of: ${PERSON_ROLES.join(", ")}.`);
}
