import type { AnyCallOptions, Call, Reply } from "@squadroom/client/call";
import {
  type CommandField,
  type CommandOption,
  type ContractCommand,
  commands,
} from "@squadroom/core/contract/commands";
import type { RouteId } from "@squadroom/core/contract/routes";
import { shellWord } from "@squadroom/core/kernel/shell-word";
import { listed } from "@squadroom/core/kernel/words";
import { type Command, Option } from "commander";
import { type Answer, answering, collect, define, number, oneOf } from "./answer.ts";
import { chooseRoom, type Door, openAdminDoor, openDoor, roomOption } from "./door.ts";
import { CliError } from "./failure.ts";
import { findNamed, type Named } from "./find-named.ts";
import { own } from "./own-command.ts";
import { addPage, paged } from "./pages.ts";
import { sentence, valueAt } from "./sentence.ts";
import type { Cli } from "./settings.ts";
import { readText } from "./text-input.ts";
import { columns } from "./words.ts";

/** What was asked, for whoever finds the words. */
export interface Asked {
  cli: Cli;
  door: Door;
  call: Call;
  /** The room, if the route has one. */
  room: string;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  /** What was found by its name. */
  found: Partial<Named>;
}

type Said = string | Partial<Answer>;
/** What is printed for replies that a sentence does not cover. */
export type Words = {
  [Id in RouteId]?: (reply: Reply<Id>, asked: Asked) => Said | Promise<Said>;
};

/** The contract's commands below this one. */
export function addContract(parent: Command, cli: Cli, words: Words = {}): void {
  const group = namesOf(parent).join(" ");
  for (const one of commands) if (one.at.slice(0, -1).join(" ") === group) addOne(parent, cli, one, words);
}

/** Adds one top-level command of the contract. */
export function addOfContract(name: string, words: Words = {}) {
  return (program: Command, cli: Cli): void => {
    const found = commands.filter(({ at }) => at.join(" ") === name);
    if (found.length === 0) throw new Error(`no route is ${name}`);
    for (const one of found) addOne(program, cli, one, words);
  };
}

function namesOf(command: Command): string[] {
  return command.parent ? [...namesOf(command.parent), command.name()] : [];
}

function addOne(parent: Command, cli: Cli, one: ContractCommand, words: Words): void {
  const { routeId, at, usage, help, more, ways, isInRoom, isForBoth, options: taken } = one;
  if (one.says === undefined && !one.rows && !words[routeId]) throw new Error(`nothing is said of ${routeId}`);
  const command = define(
    parent,
    usage
      .split(" ")
      .slice(at.length - 1)
      .join(" "),
    help,
    more,
  );
  const typed = command.registeredArguments.map((argument) => argument.name());
  if (isInRoom) command.option(...roomOption(isForBoth));
  if (one.hasPages) addPage(command);
  const names = taken.map((option) => addOption(command, option));
  answering(cli, command, async (args, options) => {
    cli.options = Object.fromEntries([
      ...Object.entries(one.words).map(([word, { path }]) => [path, word]),
      ...taken.map(({ path, flags }) => [path, flags.split(" ")[0]]),
    ]);
    const door = await (isForBoth ? openDoor(cli) : openAdminDoor(cli));
    const { call } = door;
    const asked: Asked = { cli, door, call, room: "", params: {}, query: {}, body: {}, found: {} };
    for (const [name, value] of Object.entries(one.gives ?? {}))
      put(one.isRead ? asked.query : asked.body, name, value);
    for (const [i, word] of typed.entries()) {
      const value = args[i] ?? "";
      const way = ways[word];
      const field = one.words[word];
      if (way) asked.params[way] = value;
      else if (field && value !== "") put(asked[field.place], field.path, readWord(field, value));
    }
    for (const [i, option] of taken.entries()) {
      const name = names[i] ?? "";
      const isGiven = command.getOptionValueSource(name) === "cli";
      const value = isGiven ? (option.value ?? options[name]) : undefined;
      const text = option.isText
        ? await readInto(cli, option, value ?? valueAt(asked[option.place], option.path), options[`${name}File`])
        : value;
      if (text !== undefined) put(asked[option.place], option.path, text);
    }
    for (const { oneOf: path, place } of taken)
      if (path !== undefined && valueAt(asked[place], path) === undefined)
        throw noneOf(taken.filter((option) => option.oneOf === path));
    if (isInRoom) asked.params.room = await chooseRoom(door, options.room as string | undefined);
    asked.room = asked.params.room ?? "";
    for (const [field, list] of Object.entries(one.finds ?? {})) {
      const place = field in asked.params ? asked.params : asked.query;
      const named = place[field];
      if (named === undefined) continue;
      const of = { list, what: field.replace(/Id$/, ""), params: { room: asked.room } };
      asked.found = await findNamed(call, of, String(named));
      place[field] = asked.found.id as string;
    }
    const answer = await answerOf(one, asked, words);
    if (!one.hasPages) return answer;
    const again = own([...at, ...args.filter(Boolean).map(shellWord)].join(" "));
    const of = { kind: door.kind, page: options.page, command: again };
    return { ...answer, text: paged(answer.text, of) };
  });
}

/** @returns the name of its value */
function addOption(command: Command, taken: CommandOption): string {
  const { flags, help, kind, range, words, usual, value, isNeeded, isText } = taken;
  const option = new Option(flags, help);
  const check = words ? oneOf(...words) : String;
  if (value === undefined && kind !== "boolean") {
    if (kind === "list") option.argParser((word, all?: string[]) => collect(check(word), all));
    else if (range) option.argParser(number(...range));
    else if (words) option.argParser(check);
    if (usual !== undefined) option.default(usual);
  }
  command.addOption(option.makeOptionMandatory(isNeeded && !isText));
  if (isText) command.option(`${option.long}-file <path>`, "the same from a file, `-` for stdin");
  return option.attributeName();
}

function noneOf(options: readonly CommandOption[]): CliError {
  const flags = listed(
    options.map(({ flags }) => flags),
    "or",
  );
  return new CliError("bad_request", "One option more is needed.", `Use ${flags}.`);
}

/** A word of the command in its field's type. */
function readWord({ kind, words, range, path }: CommandField, word: string): unknown {
  if (kind === "list") return word.split(/[\s,]+/).filter(Boolean);
  if (range) return number(...range)(word);
  if (!words || words.includes(word)) return word;
  const name = path.slice(path.lastIndexOf(".") + 1);
  throw new CliError(`bad_${name}`, `There is no ${name} ${word}.`, `Use one of: ${words.join(", ")}.`);
}

/** As given, or from a file; required text also from stdin. */
async function readInto(
  { io }: Cli,
  { flags, isNeeded }: CommandOption,
  given: unknown,
  file: unknown,
): Promise<string | undefined> {
  if (file === undefined && !isNeeded) return given as string | undefined;
  const sources = given === undefined ? {} : { given: given as string };
  const [flag = ""] = flags.split(" ");
  return readText(io, file === undefined ? sources : { file: file as string }, flag);
}

/** Puts a value where it belongs: `items.0.title`. */
function put(into: Record<string, unknown>, path: string, value: unknown): void {
  const [name = "", ...rest] = path.split(".");
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  into[name] ??= /^\d+$/.test(rest[0] ?? "") ? [] : {};
  put(into[name] as Record<string, unknown>, rest.join("."), value);
}

async function answerOf(
  { routeId, isRead, isWhole, says = "", rows }: ContractCommand,
  asked: Asked,
  words: Words,
): Promise<Answer> {
  const { params, query, body, call, found } = asked;
  const given = { params, ...(isRead ? { query } : { body }) };
  const first = await (call as AnyCall)(routeId, given);
  const reply = isWhole ? await wholeOf(first as List, routeId, asked) : first;
  const from = [reply, found, body, query, params];
  const find = words[routeId] as AnyWords | undefined;
  const said = find ? await find(reply, asked) : rows ? tableOf(rows, reply as List, from) : sentence(says, from);
  return { data: reply, ...(typeof said === "string" ? { text: said } : { text: "", ...said }) };
}

/** The list with all its pages. */
async function wholeOf(first: List, routeId: RouteId, asked: Asked): Promise<List> {
  const data = [...first.data];
  for (let cursor = first.next; cursor; ) {
    const query = { ...asked.query, cursor };
    const page = (await (asked.call as AnyCall)(routeId, { params: asked.params, query })) as List;
    data.push(...page.data);
    cursor = page.next;
  }
  return { ...first, data, next: null };
}

type AnyCall = (id: RouteId, given: AnyCallOptions) => Promise<unknown>;
type AnyWords = (reply: unknown, asked: Asked) => Said | Promise<Said>;

interface List {
  data: readonly unknown[];
  next: string | null;
}

function tableOf(
  { cells, none }: NonNullable<ContractCommand["rows"]>,
  { data, next }: List,
  from: readonly unknown[],
): string {
  if (data.length === 0) return sentence(none, from);
  const table = data.map((row) => cells.map((cell) => sentence(cell, [row, ...from])));
  return `${columns(table, "")}${moreText(next)}`;
}

/** How a list continues. */
export function moreText(next: string | null): string {
  return next === null ? "" : `\nMore: --cursor ${next}`;
}
