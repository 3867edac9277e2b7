import { INTENTS } from "@squadroom/core/team/team";
import type { Command } from "commander";
import { readAgent } from "../agent-names.ts";
import { define, oneOf } from "../answer.ts";
import { forPeople, ROOM } from "../door.ts";
import type { Cli } from "../settings.ts";
import { readText } from "../text-input.ts";
import { addFollowUpOptions, handedText, readFollowUp } from "./handoff.ts";

/** A person moves the ball. */
export function addHandOn(task: Command, cli: Cli): void {
  const handOn = define(task, "hand-on <id> <to> [message...]", "move the ball to another role")
    .option(...ROOM)
    .option("--intent <intent>", INTENTS.join(", "), oneOf(...INTENTS), "work")
    .option(
      "--message <text>",
      "what the receiver needs to know; also from --message-file, the words after the role, or stdin",
    )
    .option("--message-file <path>", "the message from a file, `-` for stdin")
    .option("--queue-anyway", "let it wait until the role is connected");
  addFollowUpOptions(handOn);
  forPeople(cli, handOn, async ({ call, room }, [taskId = "", to = "", words], options) => {
    const given = (options.message as string | undefined) ?? words;
    const message = await readText(
      cli.io,
      { given, file: options.messageFile as string },
      "--message",
    );
    const reply = await call("handOn", {
      params: { room, taskId },
      body: {
        to,
        intent: options.intent as (typeof INTENTS)[number],
        message,
        ...readFollowUp(options, await readAgent({ call }, room, options.agent)),
        queueAnyway: options.queueAnyway === true,
      },
    });
    return { data: reply, text: handedText(taskId, reply) };
  });
}
