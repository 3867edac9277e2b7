import type { CallOptions, Reply } from "@squadroom/client/call";
import { SORTS } from "@squadroom/core/backlog/contract";
import { ITEM_STATES, SCALE_MAX } from "@squadroom/core/backlog/item";
import { PRIORITIES, type Priority } from "@squadroom/core/task/task";
import type { Command } from "commander";
import { answering, collect, define, group, number, oneOf } from "../answer.ts";
import { enterRoom, forBoth, inRoom, openAdminDoor, openDoor } from "../door.ts";
import { own } from "../own-command.ts";
import { oneLine, quoted } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { readText } from "../text-input.ts";
import { columns, dated, shortened } from "../words.ts";
import { addBacklogFiles } from "./backlog-files.ts";
import { addBacklogMode, modeText } from "./backlog-mode.ts";

type Item = Reply<"getItem">["item"];
type Query = NonNullable<CallOptions<"listBacklog">["query"]>;
const STATES = [...ITEM_STATES, "live", "all"] as const;

export function addBacklog(program: Command, cli: Cli): void {
  const backlog = group(
    program,
    "backlog",
    "work for later: list, add, pick and review items; clearing mode",
  );
  addList(backlog, cli);
  addShow(backlog, cli);
  addAdd(backlog, cli);
  addEdit(backlog, cli);
  addMove(backlog, cli);
  addMoves(backlog, cli);
  addBacklogMode(backlog, cli);
  addBacklogFiles(backlog, cli);
}

function addList(backlog: Command, cli: Cli): void {
  const command = inRoom(define(backlog, "list", "list items, in the order they are picked"))
    .option("--state <state>", STATES.join(", "), oneOf(...STATES), "live")
    .option("--label <label>", "with this label")
    .option("--priority <priority>", PRIORITIES.join(", "), oneOf(...PRIORITIES))
    .option("--text <words>", "with these words in title or text")
    .option("--sort <by>", SORTS.join(", "), oneOf(...SORTS), "order")
    .option("--limit <n>", "how many to list", number(1, 1000), 200)
    .option("--cursor <cursor>", "the next page: the cursor the last one printed");
  forBoth(cli, command, async ({ call, params }, _, options) => {
    const { state, label, priority, text, sort, limit, cursor } = options as Query;
    const query = { state, label, priority, text, sort, limit, cursor };
    const reply = await call("listBacklog", { params, query });
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
    return {
      data: reply,
      text: `${head}${rows.length === 0 ? none : columns(rows, "")}${more}`,
    };
  });
}

function addShow(backlog: Command, cli: Cli): void {
  const command = inRoom(define(backlog, "show <id>", "show one item"));
  forBoth(cli, command, async ({ call, params }, [id = ""]) => {
    const reply = await call("getItem", { params: { ...params, item: id } });
    return { data: reply, text: itemText(reply.item, reply.allowed) };
  });
}

function itemText(item: Item, allowed: readonly string[]): string {
  const scale = (value: number | null) => (value === null ? "not set" : String(value));
  const score = item.score === null ? "" : `, ratio ${item.score.toFixed(1)}`;
  return [
    `Item ${item.id}: ${oneLine(item.title)}`,
    `${item.state.replace("_", " ")}, priority ${item.priority}, value ${scale(item.value)}, complexity ${scale(item.complexity)}${score}`,
    ...(item.labels.length > 0 ? [`Labels: ${oneLine(item.labels.join(", "))}`] : []),
    `From ${item.origin.name}, ${dated(item.addedAt)}${item.taskId ? `; last picked as ${item.taskId}` : ""}`,
    ...(item.note ? [quoted(`${item.note.by}, ${dated(item.note.at)}`, item.note.text)] : []),
    ...(item.lastTry
      ? [quoted(`Last try ${item.lastTry.how.replace("_", " ")}`, item.lastTry.reason)]
      : []),
    `You can: ${allowed.map((move) => move.replace("putBack", "put-back")).join(", ")}`,
    ...(item.body === "" ? [] : ["", quoted("Body", item.body)]),
  ].join("\n");
}

function withFields(command: Command): Command {
  return command
    .option("--body <text>", "what it is about, in detail")
    .option("--body-file <path>", "the same from a file, `-` for stdin")
    .option("--priority <priority>", PRIORITIES.join(", "), oneOf(...PRIORITIES))
    .option("--label <label>", "repeatable", collect)
    .option("--value <n>", `what it is worth, 1 to ${SCALE_MAX}`, number(1, SCALE_MAX))
    .option("--complexity <n>", `what it takes, 1 to ${SCALE_MAX}`, number(1, SCALE_MAX));
}

async function fieldsOf(cli: Cli, options: Record<string, unknown>) {
  const file = options.bodyFile as string | undefined;
  const body =
    file === undefined
      ? (options.body as string | undefined)
      : await readText(cli.io, { file }, "--body");
  return {
    body,
    priority: options.priority as Priority | undefined,
    labels: options.label as string[] | undefined,
    value: options.value as number | undefined,
    complexity: options.complexity as number | undefined,
  };
}

function addAdd(backlog: Command, cli: Cli): void {
  const command = define(backlog, "add [title...]", "add an item, last of its priority");
  withFields(inRoom(command));
  forBoth(cli, command, async ({ call, params }, [title = ""], options) => {
    const item = { title, ...(await fieldsOf(cli, options)) };
    const reply = await call("addItems", { params, body: { items: [item] } });
    const [added] = reply.items;
    return { data: reply, text: `Item ${added?.id}: ${added?.title}` };
  });
}

function addEdit(backlog: Command, cli: Cli): void {
  const command = define(backlog, "edit <id>", "change an item; what you leave out stays as it is");
  withFields(inRoom(command)).option("--title <text>", "a new title");
  forBoth(cli, command, async ({ call, params }, [id = ""], options) => {
    const body = {
      title: options.title as string | undefined,
      ...(await fieldsOf(cli, options)),
    };
    const reply = await call("editItem", { params: { ...params, item: id }, body });
    return { data: reply, text: `Changed item ${reply.itemId}.` };
  });
}

function addMove(backlog: Command, cli: Cli): void {
  const command = inRoom(
    define(
      backlog,
      "move <id>",
      "move an item before or after another",
      "Items are sorted by priority first; --priority changes it.",
    ),
  )
    .option("--before <id>", "before this item", number(1, 1e9))
    .option("--after <id>", "after this item", number(1, 1e9))
    .option("--first", "first of its priority")
    .option("--priority <priority>", PRIORITIES.join(", "), oneOf(...PRIORITIES));
  forBoth(cli, command, async ({ call, params }, [id = ""], options) => {
    const { before, after, first } = options as Record<string, number | undefined>;
    const to = before ? { before } : after ? { after } : first ? "first" : "last";
    const priority = options.priority as Priority | undefined;
    const body = { to, priority } as const;
    const reply = await call("moveItem", { params: { ...params, item: id }, body });
    return { data: reply, text: `Moved item ${id}.` };
  });
}

/** What is done with an item in one word, and says why. */
const MOVES = [
  ["defer", "deferItem", "set an item aside", "is set aside"],
  [
    "put-back",
    "putBackItem",
    "reopen a picked item that nobody is working on any more",
    "is open again",
  ],
  ["close", "closeItem", "close an item, with the reason", "is closed"],
  ["reopen", "reopenItem", "reopen an item, with the reason", "is open again"],
  ["drop", "dropItem", "drop an item that nobody wants, with the reason", "is dropped"],
] as const;

function addMoves(backlog: Command, cli: Cli): void {
  const pick = inRoom(define(backlog, "pick <id>", "turn an item into a task for the entry point"));
  forBoth(cli, pick, async ({ call, params }, [id = ""]) => {
    const reply = await call("pickItem", { params: { ...params, item: id } });
    const text = `Item ${reply.itemId} is now ${reply.taskId}, for the ${reply.to}.`;
    return { data: reply, text };
  });
  const finish = inRoom(
    define(backlog, "finish <id>", "report an item as done, for a person to review"),
  ).option("--summary <text>", "the result; also from stdin");
  forBoth(cli, finish, async ({ call, params }, [id = ""], options) => {
    const given = options.summary as string | undefined;
    const summary = await readText(cli.io, given === undefined ? {} : { given }, "--summary");
    const reply = await call("finishItem", {
      params: { ...params, item: id },
      body: { summary },
    });
    return { data: reply, text: `Item ${reply.itemId} waits for a person's review.` };
  });
  for (const [word, route, summary, became] of MOVES) {
    const command = define(backlog, `${word} <id>`, summary);
    if (route === "deferItem") inRoom(command).option("--reason <text>", "why");
    else inRoom(command).requiredOption("--reason <text>", "why; kept with the item");
    answering(cli, command, async ([id = ""], options) => {
      const door = await (route === "reopenItem" ? openAdminDoor(cli) : openDoor(cli));
      const { call, params } = await enterRoom(door, options);
      const body = { reason: (options.reason as string | undefined) ?? "" };
      const reply = await call(route, { params: { ...params, item: id }, body });
      return { data: reply, text: `Item ${id} ${became}.` };
    });
  }
}
