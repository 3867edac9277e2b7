import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { enterRoom, inRoom, openDoor } from "../door.ts";
import { saveText } from "../folder-files.ts";
import { own } from "../own-command.ts";
import { addPage, paged } from "../pages.ts";
import type { Cli } from "../settings.ts";

/** The report of an ended session. */
export function addReport(program: Command, cli: Cli): void {
  const command = define(
    program,
    "report <session>",
    "print what an ended session came to: decided, done, findings, cost, and what is open",
    "It is markdown. --export writes it to a file; --json has it as data.",
  );
  addPage(inRoom(command)).option("--export <file>", "write it to this file");
  answering(cli, command, async ([session = ""], options) => {
    const door = await openDoor(cli);
    const { call, params } = await enterRoom(door, options);
    const reply = await call("getReport", { params: { ...params, sessionId: session } });
    const { markdown } = reply;
    const file = options.export;
    if (typeof file !== "string") {
      const command = own(`report ${session}`);
      const { kind } = door;
      return { data: reply, text: paged(markdown, { kind, page: options.page, command }) };
    }
    await saveText(file, markdown);
    return { data: reply, text: `The report of session ${session} is in ${file}.` };
  });
}
