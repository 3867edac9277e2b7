import type { Command } from "commander";
import { answering } from "../answer.ts";
import { addResultOptions, readResult } from "../result-options.ts";
import { heldOf, Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";
import { readText } from "../text-input.ts";
import { afterwards } from "./handoff.ts";

export function addDone(program: Command, cli: Cli): void {
  answering(
    program,
    cli,
    {
      usage: "done [summary...]",
      summary: "end your task with its result, without passing it on",
      help: "The summary comes from --summary, --summary-file, the words behind the command, or stdin.",
    },
    (command) => {
      command
        .option("--summary <text>", "what came of it")
        .option("--summary-file <path>", "the summary from a file, `-` for stdin");
      addResultOptions(command);
      return async ([words], options) => {
        const seat = await Seat.open(cli);
        const { taskId, fence, keys, successCriteria } = await seat.held();
        const given = (options.summary as string | undefined) ?? words;
        const summary = await readText(
          cli.io,
          { given, file: options.summaryFile as string },
          "--summary",
        );
        const reply = await seat.send(
          "completeTask",
          {
            params: { room: seat.room, taskId },
            body: {
              fence,
              result: { summary, ...readResult(options, successCriteria) },
              next: options.next === true,
            },
          },
          { delivered: keys.done, learn: ({ next }) => ({ task: next ? heldOf(next) : null }) },
        );
        return { data: reply, text: afterwards([`${taskId} is completed.`], reply.next) };
      };
    },
  );
}
