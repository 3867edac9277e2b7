import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { mailText } from "../mail.ts";
import { oneLine } from "../quoting.ts";
import { Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";

/** The message bus: what a role says about its work, by type. */
export function addLog(program: Command, cli: Cli): void {
  const command = define(
    program,
    "log <type> <summary...>",
    "write a line of your role's log into the session; nobody is interrupted",
    "The type is one of your role spec's `message_types`, or the outcome that the spec has it for, such as `success`. Your role stands in front of the line as a tag.",
  ).option("--ref <path>", "the file that it is about");
  answering(cli, command, async ([type = "", summary = ""], options) => {
    const seat = await Seat.open(cli);
    const ref = options.ref as string | undefined;
    const about = ref === undefined ? {} : { about: { file: ref } };
    const reply = await seat.send("sendMessage", {
      params: { room: seat.room },
      body: { body: summary, log: type, ...about },
    });
    const { subject, taskId } = reply.message ?? {};
    const what = `as ${oneLine(subject ?? type)}${taskId ? ` on ${taskId}` : ""}`;
    return { data: reply, text: `${mailText(reply.messages)}Logged ${what}.\n` };
  });
}
