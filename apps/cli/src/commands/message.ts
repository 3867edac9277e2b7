import { filesText } from "@squadroom/core/prompt/context/task";
import type { Command } from "commander";
import { addContract, type Words } from "../contract-commands.ts";
import { headLine } from "../message-head.ts";
import { oneLine, quoted } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { dated } from "../words.ts";
import { addSend } from "./send.ts";

/** Sends like `send`; below it, what people do with messages that wait. */
export function addMessage(program: Command, cli: Cli): void {
  const message = addSend(program, cli, "message").enablePositionalOptions();
  message.description("list, show, reword, reorder or withdraw messages").helpCommand(false);
  addContract(message, cli, words);
}

const words: Words = {
  getMessage: ({ message }, { params }) => {
    const { from, to, body, at, attachments } = message;
    const name = from.kind === "server" ? "Squadroom" : from.name;
    const files = attachments ? `\n${filesText(attachments)}` : "";
    const isAgents = from.kind !== "person" && "role" in to;
    const head = isAgents ? `${headLine(params.message ?? "", message)}\n` : "";
    return `${head}${quoted(`Message from ${oneLine(name)}, ${dated(at)}`, body)}${files}\n`;
  },
};
