import { allRows } from "@squadroom/client/pages";
import { figuresOf, NO_USAGE, sumUsage } from "@squadroom/core/usage/usage";
import type { Command } from "commander";
import { allRooms } from "../all-rooms.ts";
import { answering, define } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import { own } from "../own-command.ts";
import type { Cli } from "../settings.ts";
import { columns } from "../words.ts";

export function addUsage(program: Command, cli: Cli): void {
  const command = define(
    program,
    "usage [room]",
    "show what agents used today, by room and agent: tokens, and the cost where it is known or estimated",
    "Today begins at midnight of this machine's time zone.",
  );

  answering(cli, command, async ([named = ""]) => {
    const { call } = await openAdminDoor(cli);
    const cards = await allRooms(call);
    const room = cards.find(({ name, roomId }) => name === named || roomId === named)?.roomId;
    if (named !== "" && room === undefined)
      throw new CliError(
        "room_unknown",
        `There is no room ${named}.`,
        `\`${own("room list")}\` lists them.`,
        EXIT.notFound,
      );
    const since = new Date().setHours(0, 0, 0, 0);
    const data = await allRows(call, "listUsage", { query: { since, room } });
    const names = new Map<string, string>(cards.map(({ roomId, name }) => [roomId, name]));
    const rows = data.map(({ roomId, name, usage }) => {
      return [names.get(roomId) ?? roomId, name, ...figuresOf(usage)];
    });
    const sum = data.reduce((all, { usage }) => sumUsage(all, usage), NO_USAGE);
    const lines = rows.length > 1 ? [...rows, ["all", "", ...figuresOf(sum)]] : rows;
    return {
      data: { data, next: null, since },
      text: rows.length === 0 ? "Nothing reported today." : columns(lines, ""),
    };
  });
}
