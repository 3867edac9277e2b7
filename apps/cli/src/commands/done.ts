import { listed } from "@squadroom/core/kernel/words";
import { resumedSummary } from "@squadroom/core/task/resume";
import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { storeDiff } from "../attachments.ts";
import { CliError, EXIT } from "../failure.ts";
import { foundIn } from "../file-hash.ts";
import { oneLine } from "../quoting.ts";
import { addResultOptions, readResult } from "../result-options.ts";
import { heldOf, Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";
import { addText, readText, readTextOption } from "../text-input.ts";
import { addUsageOptions, readUsage } from "../usage-options.ts";
import { addWisdomOption, readWisdom } from "../wisdom-options.ts";
import { afterwards } from "./handoff.ts";
import { addWaitOptions, thenNext } from "./wait.ts";

export function addDone(program: Command, cli: Cli): void {
  const command = addText(
    define(
      program,
      "done [summary...]",
      "end your task with its result, without passing it on",
      [
        "The summary comes from --summary, --summary-file, the words after the command, or stdin. A reply that",
        "cannot be used is refused with the reason (exit code 4). You keep the task and can fix the reply once.",
        "On the last open task of a user's message, the summary is the answer. A role that does not answer the user",
        "is refused (`answer_owed`) and told which handoff to use instead.",
      ].join("\n"),
    ),
    "--summary",
    "the result",
  )
    .option(
      "--resume",
      "an attempt before yours was cut short: end the task without redoing it, if its files are as they were",
    )
    .option("--reply <path>", "what a session asked for, as JSON in a file, `-` for stdin");
  addResultOptions(command);
  addWisdomOption(command);
  addUsageOptions(command);
  addWaitOptions(command);
  answering(cli, command, async ([words], options) => {
    const seat = await Seat.open(cli);
    const { taskId, fence, keys, successCriteria, wantsReply } = await seat.held();
    const given = (options.summary as string | undefined) ?? words;
    const file = options.reply as string | undefined;
    const answer = file === undefined ? undefined : await readText(cli.io, { file }, "--reply");
    const kept = options.resume === true ? await seat.kept() : null;
    const found = kept && (await foundIn(cli.io.cwd, kept));
    const isSaid = Boolean(given) || options.summaryFile !== undefined;
    if (answer !== undefined && wantsReply === false)
      throw new CliError(
        "reply_unwanted",
        `Nobody waits for a reply to ${taskId}: its text would be lost.`,
        "Say what was done in the summary, and what fails as a check: `squadroom done 'what was done' --check tests:failing`.",
        EXIT.state,
      );
    const summary =
      kept && !isSaid
        ? resumedSummary(kept)
        : answer !== undefined && !isSaid
          ? "Presented."
          : await readTextOption(cli.io, options, "--summary", words);
    const diff = await storeDiff(seat.client, seat.room, options.diff);
    const reply = await seat.send(
      "completeTask",
      {
        params: { room: seat.room, taskId },
        body: {
          fence,
          result: {
            summary,
            ...(await readResult(options, successCriteria, cli.io.cwd)),
            ...diff,
          },
          ...(answer === undefined ? {} : { reply: answer }),
          ...(found ? { found } : {}),
          next: options.next === true || options.wait === true,
          ...readWisdom(options),
          ...readUsage(options),
        },
      },
      {
        delivered: keys.done,
        learn: ({ next, state }) => (state === "reply_refused" ? {} : { task: next ? heldOf(next) : null }),
      },
    );
    const { missing = [] } = reply;
    const left = missing.length === 0 ? [] : [`Not in your result: ${missing.map(oneLine).join(", ")}.`];
    if (reply.state === "in_review") {
      const reviewers = reply.reviewers ?? [];
      const review = `${listed(reviewers)} ${reviewers.length === 1 ? "reviews" : "review"} it`;
      const { discussed = [] } = reply;
      const line =
        discussed.length > 0
          ? `${taskId} is submitted: ${listed(discussed)} ${discussed.length === 1 ? "discusses" : "discuss"} it before it counts. A revision, if any, is a new task.`
          : `${taskId} is submitted: ${review}. It comes back to you if they find something.`;
      const text = afterwards([line, ...left], await seat.printed(reply.next));
      return thenNext(cli, seat, options, { data: reply, text, next: reply.next });
    }
    if (reply.state !== "completed") {
      const again = options.reply === undefined ? "end it again" : "fix the reply and send it again";
      const text =
        reply.state === "failed"
          ? `${reply.message ?? ""}\n`
          : `The reply cannot be used: ${reply.message ?? ""}\nYou still hold ${taskId}: ${again}.\n`;
      return { data: reply, text, exit: EXIT.state };
    }
    const { delivered } = reply;
    const told = delivered
      ? ` Its summary went to the user as the answer${delivered.unreviewed ? ", marked unreviewed" : ""}.`
      : "";
    const next = await seat.printed(reply.next);
    const read = typeof reply.message === "string" ? [reply.message] : [];
    const text = afterwards([`${taskId} is completed.${told}`, ...left, ...read], next);
    return thenNext(cli, seat, options, { data: reply, text, next });
  });
}
