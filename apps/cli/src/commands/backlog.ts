import type { Reply } from "@squadroom/client/call";
import type { Command } from "commander";
import { group } from "../answer.ts";
import { addContract, type Words } from "../contract-commands.ts";
import { own } from "../own-command.ts";
import { oneLine, quoted } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { columns, dated, shortened } from "../words.ts";
import { addBacklogFiles } from "./backlog-files.ts";
import { addBacklogMode, modeText } from "./backlog-mode.ts";

type Item = Reply<"getItem">["item"];

export function addBacklog(program: Command, cli: Cli): void {
  const backlog = group(program, "backlog", "work for later: list, add, pick and review items, or work through it");
  addContract(backlog, cli, words);
  addBacklogMode(backlog, cli);
  addBacklogFiles(backlog, cli);
}

const words: Words = {
  listBacklog: (reply) => {
    const rows = reply.data.map((item) => [
      String(item.id),
      item.state.replace("_", " "),
      item.priority,
      item.score === null ? "" : item.score.toFixed(1),
      shortened(item.title, 60),
      item.labels.join(", "),
    ]);
    const more = reply.next === null ? "" : `\nMore: --cursor ${reply.next}`;
    const none = `No items. Add one: \`${own('backlog add "A title"')}\`.`;
    const head = reply.workflowMode === "normal" ? "" : `${modeText(reply)}\n`;
    return `${head}${rows.length === 0 ? none : columns(rows, "")}${more}`;
  },
  getItem: ({ item, allowed }) => itemText(item, allowed),
};

function itemText(item: Item, allowed: readonly string[]): string {
  const scale = (value: number | null) => (value === null ? "not set" : String(value));
  const score = item.score === null ? "" : `, ratio ${item.score.toFixed(1)}`;
  return [
    `Item ${item.id}: ${oneLine(item.title)}`,
    `${item.state.replace("_", " ")}, priority ${item.priority}, value ${scale(item.value)}, complexity ${scale(item.complexity)}${score}`,
    ...(item.labels.length > 0 ? [`Labels: ${oneLine(item.labels.join(", "))}`] : []),
    `From ${item.origin.name}, ${dated(item.addedAt)}${item.taskId ? `; last picked as ${item.taskId}` : ""}`,
    ...(item.note ? [quoted(`${item.note.by}, ${dated(item.note.at)}`, item.note.text)] : []),
    ...(item.lastTry ? [quoted(`Last try ${item.lastTry.how.replace("_", " ")}`, item.lastTry.reason)] : []),
    `You can: ${allowed.map((move) => move.replace("putBack", "put-back")).join(", ")}`,
    ...(item.body === "" ? [] : ["", quoted("Body", item.body)]),
  ].join("\n");
}
