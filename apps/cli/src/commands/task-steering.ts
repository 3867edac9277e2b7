import { INTENTS } from "@squadroom/core/team/team";
import type { Command } from "commander";
import { readAgent } from "../agent-names.ts";
import { answering, collect, define, oneOf } from "../answer.ts";
import { chooseRoom, forBoth, openAdminDoor, ROOM } from "../door.ts";
import type { Cli } from "../settings.ts";
import { readText } from "../text-input.ts";
import { addFollowUpOptions, handedText, readFollowUp } from "./handoff.ts";

/** What only people do with a task. */
export function addTaskSteering(task: Command, cli: Cli): void {
  const cancel = define(task, "cancel <id>", "cancel a task for good")
    .option(...ROOM)
    .option("--reason <text>", "why")
    .option("--cascade", "also cancel the tasks that wait for it");
  answering(cli, cancel, async ([taskId = ""], options) => {
    const { call, params } = await enter(cli, taskId, options);
    const body = {
      reason: options.reason as string | undefined,
      cascade: options.cascade === true,
    };
    const reply = await call("cancelTask", { params, body });
    return { data: reply, text: `${reply.taskId} is cancelled.` };
  });

  const retry = define(task, "retry <id>", "try a failed task again").option(...ROOM);
  answering(cli, retry, async ([taskId = ""], options) => {
    const { call, params } = await enter(cli, taskId, options);
    const reply = await call("retryTask", { params });
    return { data: reply, text: `${reply.taskId} waits for another attempt.` };
  });

  addCloseBlocker(task, cli);
  const putBack = define(
    task,
    "put-back <id>",
    "take a task from its agent: it waits again, with its progress and files",
    "For an agent that will not come back. This counts no attempt; what the agent still sends is refused.",
  )
    .option(...ROOM)
    .option("--reason <text>", "why; the next agent reads it");
  answering(cli, putBack, async ([taskId = ""], options) => {
    const { call, params } = await enter(cli, taskId, options);
    const body = { reason: options.reason as string | undefined };
    const reply = await call("putBackTask", { params, body });
    return { data: reply, text: `${reply.taskId} waits again.` };
  });

  const allow = define(task, "allow <id>", "let a task change files beyond its boundaries")
    .option(...ROOM)
    .requiredOption("--path <glob>", "what else it may change; repeatable", collect)
    .requiredOption("--reason <text>", "why; kept in the log with your name");
  answering(cli, allow, async ([taskId = ""], options) => {
    const { call, params } = await enter(cli, taskId, options);
    const body = { paths: options.path as string[], reason: options.reason as string };
    const reply = await call("allowPaths", { params, body });
    return { data: reply, text: `${reply.taskId} may change ${body.paths.join(", ")}.` };
  });

  const front = define(task, "front <id>", "move a waiting task to the front").option(...ROOM);
  answering(cli, front, async ([taskId = ""], options) => {
    const { call, params } = await enter(cli, taskId, options);
    const reply = await call("moveTaskToFront", { params });
    return { data: reply, text: `${reply.taskId} is next.` };
  });

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
  answering(cli, handOn, async ([taskId = "", to = "", words], options) => {
    const { call, params } = await enter(cli, taskId, options);
    const given = (options.message as string | undefined) ?? words;
    const message = await readText(
      cli.io,
      { given, file: options.messageFile as string },
      "--message",
    );
    const reply = await call("handOn", {
      params,
      body: {
        to,
        intent: options.intent as (typeof INTENTS)[number],
        message,
        ...readFollowUp(options, await readAgent({ call }, params.room, options.agent)),
        queueAnyway: options.queueAnyway === true,
      },
    });
    return { data: reply, text: handedText(taskId, reply) };
  });
}

function addCloseBlocker(task: Command, cli: Cli): void {
  const command = define(
    task,
    "close-blocker <id> <blocker> [note...]",
    "close what keeps a task's agent from going on; the note goes to that agent",
    "Agents close what names them or is theirs, the entry point any. `squadroom task show` has the numbers.",
  ).option(...ROOM);
  forBoth(cli, command, async ({ call, params }, [taskId = "", blocker = "", note = ""]) => {
    const at = { ...params, taskId: taskId as never, blocker: Number(blocker) };
    const reply = await call("closeBlocker", { params: at, body: { note } });
    const left = reply.open === 0 ? "It has none left." : `It has ${reply.open} left.`;
    return { data: reply, text: `Blocker ${blocker} of ${reply.taskId} is closed. ${left}` };
  });
}

async function enter(cli: Cli, taskId: string, options: Record<string, unknown>) {
  const door = await openAdminDoor(cli);
  const room = await chooseRoom(door, options.room as string | undefined);
  return { call: door.call, params: { room, taskId } };
}
