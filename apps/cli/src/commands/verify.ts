import type { Command } from "commander";
import { allRooms } from "../all-rooms.ts";
import { answering, define } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import { EXIT } from "../failure.ts";
import type { Cli } from "../settings.ts";
import { columns } from "../words.ts";

const DIFFERENCES_SHOWN = 20;
/** A long log takes its time. */
const TIMEOUT_MS = 15 * 60_000;

export function addVerify(program: Command, cli: Cli): void {
  const command = define(
    program,
    "verify [room]",
    "replay the log of one room, or of all, and compare it with the tables",
    `Exit code ${EXIT.failed}: they differ.`,
  );

  answering(cli, command, async ([named]) => {
    const { call } = await openAdminDoor(cli);
    const names = named ? [named] : (await allRooms(call)).map(({ name }) => name);
    const rooms = [];
    for (const room of names) {
      rooms.push({
        room,
        ...(await call("verifyRoom", { params: { room }, timeoutMs: TIMEOUT_MS })),
      });
    }
    const rows = rooms.map(({ room, ok, events, rows: count, differences }) => {
      return [room, ok ? "ok" : `${differences.length} differences`, `${events} events`, `${count} rows`];
    });
    const details = rooms.flatMap(({ room, differences }) =>
      differences.slice(0, DIFFERENCES_SHOWN).map(({ table, key, log, tables }) => {
        return `${room} ${table} ${key}\n  log:    ${JSON.stringify(log)}\n  tables: ${JSON.stringify(tables)}`;
      }),
    );
    const isOk = rooms.every(({ ok }) => ok);
    const text = names.length === 0 ? "There is no room yet." : [columns(rows, ""), ...details].join("\n");
    return { data: { ok: isOk, rooms }, text, exit: isOk ? 0 : EXIT.failed };
  });
}
