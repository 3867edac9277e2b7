import { RECORD_FORMATS, RECORDS } from "@squadroom/core/interchange/records";
import { counted } from "@squadroom/core/kernel/words";
import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { enterRoom, inRoom, openDoor } from "../door.ts";
import { CliError } from "../failure.ts";
import { saveText } from "../folder-files.ts";
import type { Cli } from "../settings.ts";

/** Long lists of a room as files. */
export function addExport(program: Command, cli: Cli): void {
  const command = inRoom(
    define(
      program,
      "export <what> <file>",
      "write a room's tasks, messages, decisions or usage as FILE.csv or FILE.json",
      `WHAT is ${RECORDS.join(", ")}. \`metrics --csv\` writes sums of what was used.`,
    ),
  );
  answering(cli, command, async ([what = "", file = ""], options) => {
    const of = RECORDS.find((one) => one === what);
    const format = RECORD_FORMATS.find((one) => file.endsWith(`.${one}`));
    if (!of) throw new CliError("bad_request", `There is no list of ${what}.`, `Use ${RECORDS.join(", ")}.`);
    if (!format) throw new CliError("bad_request", `${file} has no format.`, "End its name in .csv or .json.");
    const { call, params } = await enterRoom(await openDoor(cli), options);
    const reply = await call("exportRecords", { params, query: { of, format } });
    await saveText(file, reply.content);
    return { data: { ...reply, file }, text: `${counted(reply.count, "row")} in ${file}.` };
  });
}
