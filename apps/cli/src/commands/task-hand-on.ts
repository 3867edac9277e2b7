import { INTENTS } from "@squadroom/core/team/team";
import type { Command } from "commander";
import { readAgent } from "../agent-names.ts";
import { define, oneOf } from "../answer.ts";
import { forPeople, ROOM } from "../door.ts";
import type { Cli } from "../settings.ts";
import { addText, readTextOption } from "../text-input.ts";
import { addFollowUpOptions, handedText, readFollowUp } from "./handoff.ts";

/** A person moves the ball. */
export function addHandOn(task: Command, cli: Cli): void {
  const handOn = addText(
    define(task, "hand-on <id> <to> [message...]", "move the ball to another role"),
    "--message",
    "what the receiver needs to know; also from --message-file, the words after the role, or stdin",
  )
    .option(...ROOM)
    .option("--intent <intent>", INTENTS.join(", "), oneOf(...INTENTS), "work")
    .option("--queue-anyway", "let it wait until the role is connected");
  addFollowUpOptions(handOn);
  forPeople(cli, handOn, async ({ call, room }, [taskId = "", to = "", words], options) => {
    const message = await readTextOption(cli.io, options, "--message", words);
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
