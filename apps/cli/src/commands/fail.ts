import { MAX_ATTEMPTS } from "@squadroom/core/task/task";
import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";
import { addText, readTextOption } from "../text-input.ts";
import { addUsageOptions, readUsage } from "../usage-options.ts";
import { addWaitOptions, thenNext } from "./wait.ts";

export function addFail(program: Command, cli: Cli): void {
  const command = addText(
    define(
      program,
      "fail [reason...]",
      "end this attempt at your task without a result",
      "The reason comes from --reason, --reason-file, the words after the command, or stdin. After the third attempt a person is asked.",
    ),
    "--reason",
    "why, and what you tried",
  );
  addUsageOptions(command);
  addWaitOptions(command);
  answering(cli, command, async ([words], options) => {
    const seat = await Seat.open(cli);
    const { taskId, fence, keys } = await seat.held();
    const reason = await readTextOption(cli.io, options, "--reason", words);
    const reply = await seat.send(
      "failTask",
      { params: { room: seat.room, taskId }, body: { fence, reason, ...readUsage(options) } },
      { delivered: keys.fail, learn: () => ({ task: null }) },
    );
    const end =
      reply.state === "failed"
        ? reply.attempts < MAX_ATTEMPTS
          ? "has failed; the others go on without it"
          : "has failed, and a person is asked"
        : "waits for another attempt";
    const text = `${taskId} ${end} (attempts: ${reply.attempts}).\nNext: \`squadroom wait\`\n`;
    return thenNext(cli, seat, options, { data: reply, text });
  });
}
