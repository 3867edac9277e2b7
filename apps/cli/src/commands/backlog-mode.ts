import type { Reply } from "@squadroom/client/call";
import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { chooseRoom, openAdminDoor, openDoor } from "../door.ts";
import { CliError } from "../failure.ts";
import { own } from "../own-command.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { dated } from "../words.ts";

const WORDS = {
  on: "backlog_clearing",
  off: "normal",
} as const;

/** Shows and switches the mode of the room. */
export function addBacklogMode(backlog: Command, cli: Cli): void {
  const command = define(
    backlog,
    "mode [word]",
    "work through the backlog: show whether it is on, switch it `on` or `off`, or `resume` it when it is paused",
    "While it is on, the entry point gets item after item; people's messages go first.",
  ).option("--room <name>", "the room, for a person");
  answering(cli, command, async ([word = ""], options) => {
    const door = await (word === "" ? openDoor(cli) : openAdminDoor(cli));
    const params = { room: await chooseRoom(door, options.room as string | undefined) };
    if (word === "resume") await door.call("resumeClearing", { params });
    else if (word === "on" || word === "off")
      await door.call("setMode", { params, body: { workflowMode: WORDS[word] } });
    else if (word !== "") throw new CliError("bad_word", `There is no mode ${word}.`, "Use `on`, `off` or `resume`.");
    const { workflowMode, paused, total, seq } = await door.call("listBacklog", {
      params,
      query: {},
    });
    return {
      data: { workflowMode, paused, total, seq },
      text: modeText({ workflowMode, paused }),
    };
  });
}

export function modeText({ workflowMode, paused }: Pick<Reply<"listBacklog">, "workflowMode" | "paused">): string {
  if (workflowMode === "normal") return "Normal mode: items are picked by hand.";
  if (!paused) return "Working through the backlog: the entry point gets item after item.";
  const how =
    paused.kind === "failures" ? `\`${own("backlog mode resume")}\` resumes it.` : "It resumes once that is answered.";
  return `Working through the backlog, paused since ${dated(paused.at)}. ${oneLine(paused.why)} ${how}`;
}
