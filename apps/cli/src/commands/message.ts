import { showMessageCommand } from "@squadroom/core/prompt/commands";
import { filesText } from "@squadroom/core/prompt/context/task";
import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { chooseRoom, openAdminDoor, openDoor, ROOM } from "../door.ts";
import { headLine } from "../message-head.ts";
import { addPage, paged } from "../pages.ts";
import { oneLine, quoted } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { readText } from "../text-input.ts";
import { columns, dated, shortened } from "../words.ts";
import { addSend } from "./send.ts";

/** Sends like `send`; below it, what people do with messages that wait. */
export function addMessage(program: Command, cli: Cli): void {
  const message = addSend(program, cli, "message").enablePositionalOptions();
  message.description("list, show, reword, reorder or withdraw messages").helpCommand(false);
  addList(message, cli);
  addShow(message, cli);
  addEdit(message, cli);

  const front = inRoom(define(message, "front <id>", "move a queued message to the front"));
  answering(cli, front, async ([id = ""], options) => {
    const { call, params } = await enter(cli, id, options);
    const reply = await call("moveMessageToFront", { params });
    return { data: reply, text: `${reply.taskId} is next; ${place(reply.ahead)}.` };
  });

  const withdraw = inRoom(define(message, "withdraw <id>", "withdraw a queued message"));
  answering(cli, withdraw, async ([id = ""], options) => {
    const { call, params } = await enter(cli, id, options);
    const reply = await call("withdrawMessage", { params });
    return { data: reply, text: `${reply.taskId} is withdrawn.` };
  });
}

function addList(message: Command, cli: Cli): void {
  const command = inRoom(define(message, "list", "list queued messages, the next one first"));
  answering(cli, command, async (_, options) => {
    const door = await openDoor(cli);
    const room = await chooseRoom(door, options.room as string | undefined);
    const reply = await door.call("listQueue", { params: { room } });
    const rows = reply.data.map(({ taskId, ahead, from, at, body }) => [
      taskId,
      place(ahead),
      from,
      dated(at),
      shortened(body, 60),
    ]);
    const none = `No message waits for ${reply.role}.`;
    return { data: reply, text: rows.length === 0 ? none : columns(rows, "") };
  });
}

function addShow(message: Command, cli: Cli): void {
  const command = define(message, "show <id>", "show one message in full");
  addPage(inRoom(command));
  answering(cli, command, async ([id = ""], options) => {
    const door = await openDoor(cli);
    const room = await chooseRoom(door, options.room as string | undefined);
    const reply = await door.call("getMessage", { params: { room, message: id } });
    const { from, to, body, at, attachments } = reply.message;
    const name = from.kind === "server" ? "Squadroom" : from.name;
    const files = attachments ? `\n${filesText(attachments)}` : "";
    const isAgents = from.kind !== "person" && "role" in to;
    const head = isAgents ? `${headLine(id, reply.message)}\n` : "";
    const text = `${head}${quoted(`Message from ${oneLine(name)}, ${dated(at)}`, body)}${files}\n`;
    const of = { kind: door.kind, page: options.page, command: showMessageCommand(id) };
    return { data: reply, text: paged(text, of) };
  });
}

function addEdit(message: Command, cli: Cli): void {
  const help = "The id is the message's own or its task's (PLAN-003).";
  const command = inRoom(define(message, "edit <id> [message...]", "reword a queued message", help))
    .option(
      "--message <text>",
      "the new words; also from --message-file, the words after the id, or stdin",
    )
    .option("--message-file <path>", "the words from a file, `-` for stdin");
  answering(cli, command, async ([id = "", words], options) => {
    const { call, params } = await enter(cli, id, options);
    const given = (options.message as string | undefined) ?? words;
    const file = options.messageFile as string;
    const body = await readText(cli.io, { given, file }, "--message");
    const reply = await call("editMessage", { params, body: { body } });
    return { data: reply, text: `Reworded ${reply.taskId}; ${place(reply.ahead)}.` };
  });
}

function inRoom(command: Command): Command {
  return command.option(...ROOM);
}

function place(ahead: number): string {
  return ahead === 0 ? "nothing ahead of it" : `${ahead} ahead of it`;
}

async function enter(cli: Cli, message: string, options: Record<string, unknown>) {
  const door = await openAdminDoor(cli);
  const room = await chooseRoom(door, options.room as string | undefined);
  return { call: door.call, params: { room, message } };
}
