import type { Body, Reply } from "@squadroom/client/call";
import { showTaskCommand } from "@squadroom/core/prompt/commands";
import { PRIORITIES } from "@squadroom/core/task/task";
import type { Command } from "commander";
import { readAgent } from "../agent-names.ts";
import { answering, collect, define, group, number, oneOf } from "../answer.ts";
import { addContract, moreText, type Words } from "../contract-commands.ts";
import { chooseRoom, openDoor } from "../door.ts";
import { CliError } from "../failure.ts";
import { mailText } from "../mail.ts";
import { addPage, paged } from "../pages.ts";
import type { Cli } from "../settings.ts";
import { addText, readJson, readTextOption } from "../text-input.ts";
import { columns, shortened } from "../words.ts";
import { addHandOn } from "./task-hand-on.ts";
import { blockedText, taskText } from "./task-show.ts";

type Row = Reply<"listTasks">["data"][number];
type Drafts = Body<"createTasks">["tasks"];

export function addTask(program: Command, cli: Cli): void {
  const task = group(program, "task", "list, show, create and steer tasks");
  addContract(task, cli, words);
  addShow(task, cli);
  addCreate(task, cli);
  addHandOn(task, cli);
}

const words: Words = {
  listTasks: ({ data, next }) => {
    if (data.length === 0) return "No tasks.";
    const cells = data.map((row) => [row.id, row.role, stateOf(row), row.priority, shortened(row.title, 60)]);
    const lines = columns(cells, "").split("\n");
    const rows = data.flatMap(({ blocked }, at) => [
      lines[at] ?? "",
      ...blocked.map(({ text }) => `    ${blockedText(text)}`),
    ]);
    return `${rows.join("\n")}${moreText(next)}`;
  },
};

function addShow(task: Command, cli: Cli): void {
  const command = define(
    task,
    "show <id...>",
    "show tasks: what was asked, the limits, and the result or why they wait",
  );
  addPage(command).option("--room <name>", "the room, for a person");
  answering(cli, command, async ([words = ""], options) => {
    const door = await openDoor(cli);
    const room = await chooseRoom(door, options.room as string | undefined);
    const ids = words.split(" ");
    const replies: Reply<"getTask">[] = [];
    for (const taskId of ids) replies.push(await door.call("getTask", { params: { room, taskId } }));
    const of = { kind: door.kind, page: options.page, command: showTaskCommand(words) };
    const text = paged(replies.map(taskText).join("\n\n"), of);
    return { data: replies.length === 1 ? replies[0] : replies, text };
  });
}

function stateOf(row: Row): string {
  return `${row.state.replace("_", " ")}${row.unreviewed ? " (unreviewed)" : ""}`;
}

function addCreate(task: Command, cli: Cli): void {
  const command = addText(
    define(
      task,
      "create [title...]",
      "create several tasks from JSON, or one from options",
      [
        'JSON is {"tasks":[{"ref","role","prefix","title","instruction","requires":["ref:NAME"],"blocks","priority","outputs",',
        '"successCriteria","boundaries":{"allowed","forbidden"},"timeoutS"}]}; all are created, or none.',
        '`outputs` is a list of PATH, "NAME=PATH" or {"name","path"}, or a map {"NAME":"PATH"}.',
      ].join("\n"),
    ),
    "--instruction",
    "what to do; also from stdin",
  )
    .option("--file <path>", "JSON with the tasks, `-` for stdin")
    .option("--role <role>", "whose task it is")
    .option("--prefix <prefix>", "what its id begins with; its role can be left out then")
    .option("--agent <name>", "the only agent of the role who may take it")
    .option("--title <text>", "its title; also the words after the command")
    .option("--priority <priority>", PRIORITIES.join(", "), oneOf(...PRIORITIES))
    .option("--requires <id>", "the new task waits for this one; repeatable", collect)
    .option("--blocks <id>", "this one waits for the new task; repeatable", collect)
    .option("--criterion <text>", "success criterion; repeatable", collect)
    .option("--output <path>", "what it is to make, as PATH or NAME=PATH; repeatable", collect)
    .option("--allow <glob>", "what it may change; repeatable", collect)
    .option("--forbid <glob>", "what it must not change; repeatable", collect)
    .option("--task-timeout <seconds>", "time limit, counted from its claim", number(1, 604_800))
    .option("--room <name>", "the room, for a person");
  answering(cli, command, async ([words = ""], options) => {
    const door = await openDoor(cli);
    const room = await chooseRoom(door, options.room as string | undefined);
    const named = await readAgent(door, room, options.agent);
    const tasks = await readTasks(cli, words, options, named);
    const fence = door.kind === "agent" ? door.seat.state.task?.fence : undefined;
    const call = { params: { room }, body: { tasks, fence } };
    const reply =
      door.kind === "agent" ? await door.seat.send("createTasks", call) : await door.call("createTasks", call);
    const rows = reply.tasks.map(({ id, role, title, waitsFor, ref }) => {
      const waits = waitsFor.length > 0 ? `waits for ${waitsFor.join(", ")}` : "ready";
      return [id, role, waits, `${shortened(title, 60)}${ref ? ` (${ref})` : ""}`];
    });
    const warnings = reply.warnings.map((text) => `Warning: ${text}`);
    return {
      data: reply,
      text: `${mailText(reply.messages)}${["Created:", columns(rows), ...warnings].join("\n")}`,
    };
  });
}

async function readTasks(
  cli: Cli,
  words: string,
  options: Record<string, unknown>,
  named: { agentId?: string },
): Promise<Drafts> {
  const file = options.file as string | undefined;
  if (file !== undefined) {
    const json = await readJson(cli.io, file);
    const tasks = Array.isArray(json) ? json : (json as { tasks?: unknown } | null)?.tasks;
    if (Array.isArray(tasks)) return tasks as Drafts;
    throw new CliError("bad_json", "The JSON has no list of tasks.", 'Send {"tasks":[…]}.');
  }
  const role = options.role as string | undefined;
  const title = (options.title as string | undefined) ?? words;
  const prefix = options.prefix as string | undefined;
  if ((role === undefined && prefix === undefined) || title === "") {
    throw new CliError(
      "usage",
      "A task needs a role, or a prefix, and a title.",
      "Give --role and --title, or --file with JSON.",
    );
  }
  const list = (name: string) => options[name] as string[] | undefined;
  const [allowed, forbidden] = [list("allow"), list("forbid")];
  return [
    {
      role,
      prefix,
      ...named,
      title,
      instruction: await readTextOption(cli.io, options, "--instruction", undefined),
      priority: options.priority as (typeof PRIORITIES)[number] | undefined,
      timeoutS: options.taskTimeout as number | undefined,
      requires: list("requires"),
      blocks: list("blocks"),
      successCriteria: list("criterion"),
      outputs: list("output"),
      boundaries: allowed || forbidden ? { allowed, forbidden } : undefined,
    },
  ];
}
