import { URGENCIES } from "@squadroom/core/decision/decision";
import type { Command } from "commander";
import { answering, collect, define, oneOf } from "../answer.ts";
import { CliError } from "../failure.ts";
import { Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";
import { addText, readTextOption } from "../text-input.ts";

export function addAsk(program: Command, cli: Cli): void {
  const command = addText(
    define(
      program,
      "ask [question...]",
      "ask a person about your task; you keep it, and its clock is paused",
      [
        "The question comes from --question, --question-file, the words after the command, or stdin.",
        '--option "LABEL" or --option "LABEL: what it does"; the person can always answer in their own',
        "words, or cancel the task. `squadroom wait` returns with the answer.",
      ].join("\n"),
    ),
    "--question",
    "your question",
  )
    .option("--reason <text>", "why you cannot go on")
    .option("--option <answer>", "an answer you suggest; repeatable", collect)
    .option("--outside <path>", "a path outside your boundaries that you need to change; repeatable", collect)
    .option("--role <role>", "a role that could do it instead")
    .option("--urgency <urgency>", URGENCIES.join(", "), oneOf(...URGENCIES));
  answering(cli, command, async ([words], options) => {
    const seat = await Seat.open(cli);
    const { taskId, fence } = await seat.held();
    const question = await readTextOption(cli.io, options, "--question", words);
    const reply = await seat.send("askIntervention", {
      params: { room: seat.room, taskId },
      body: {
        fence,
        question,
        reason: options.reason as string | undefined,
        options: ((options.option as string[] | undefined) ?? []).map(readOption),
        outside: options.outside as string[] | undefined,
        suggestedRole: options.role as string | undefined,
        urgency: options.urgency as (typeof URGENCIES)[number] | undefined,
      },
    });
    const answers = reply.options.map(({ label }) => label).join(", ");
    const text = `Asked a person about ${taskId}. They can answer: ${answers}.\nYou keep the task; its clock is paused.\nNext: \`squadroom wait\` returns with the answer.\n`;
    return { data: reply, text };
  });
}

/** "LABEL: what it does", or the label alone. */
function readOption(text: string): { label: string; consequence: string } {
  const at = text.indexOf(":");
  const label = (at < 0 ? text : text.slice(0, at)).trim();
  if (label === "")
    throw new CliError("bad_option", `The answer "${text}" has no label.`, 'Write "LABEL: what it does".');
  return { label, consequence: at < 0 ? "" : text.slice(at + 1).trim() };
}
