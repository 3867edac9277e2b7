import type { AnyCallOptions, Call, Reply } from "@squadroom/client/call";
import { allRows } from "@squadroom/client/pages";
import {
  type CommandField,
  type CommandOption,
  type ContractCommand,
  commands,
} from "@squadroom/core/contract/commands";
import type { RouteId } from "@squadroom/core/contract/routes";
import { type Command, Option } from "commander";
import { type Answer, answering, collect, define, number, oneOf } from "./answer.ts";
import { chooseRoom, type Door, openAdminDoor, openDoor, roomOption } from "./door.ts";
import { CliError } from "./failure.ts";
import { own } from "./own-command.ts";
import { oneLine } from "./quoting.ts";
import type { Cli } from "./settings.ts";
import { readText } from "./text-input.ts";

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
}

type Said = string | Partial<Answer>;
/** What is printed for replies that a sentence does not tell. */
export type Words = {
  [Id in RouteId]?: (reply: Reply<Id>, asked: Asked) => Said | Promise<Said>;
};

/** The commands of the contract that stand below this one. */
export function addContract(parent: Command, cli: Cli, words: Words = {}): void {
  const group = namesOf(parent).join(" ");
  for (const one of commands)
    if (one.at.slice(0, -1).join(" ") === group) addOne(parent, cli, one, words);
}

/** One command of the contract that stands at the top. */
export function addOfContract(program: Command, cli: Cli, name: string, words: Words = {}): void {
  const found = commands.find(({ at }) => at.join(" ") === name);
  if (!found) throw new Error(`no route is ${name}`);
  addOne(program, cli, found, words);
}

function namesOf(command: Command): string[] {
  return command.parent ? [...namesOf(command.parent), command.name()] : [];
}

function addOne(parent: Command, cli: Cli, one: ContractCommand, words: Words): void {
  const { routeId, at, usage, help, more, ways, isForBoth, options: taken } = one;
  if (one.says === undefined && !words[routeId]) throw new Error(`nothing is said of ${routeId}`);
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
  const hasRoom = ways.includes("room") && !typed.includes("room");
  if (hasRoom) command.option(...roomOption(isForBoth));
  const names = taken.map((option) => addOption(command, option));
  answering(cli, command, async (args, options) => {
    const door = await (isForBoth ? openDoor(cli) : openAdminDoor(cli));
    const { call } = door;
    const asked: Asked = { cli, door, call, room: "", params: {}, query: {}, body: {} };
    for (const [i, word] of typed.entries()) {
      const value = args[i] ?? "";
      const way = ways.find((name) => name === word || name === `${word}Id`);
      const field = one.words[word];
      if (way) asked.params[way] = value;
      else if (field && value !== "") put(asked[field.place], field.path, readWord(field, value));
    }
    for (const [i, option] of taken.entries()) {
      const name = names[i] ?? "";
      const isGiven = command.getOptionValueSource(name) === "cli";
      const value = isGiven ? (option.value ?? options[name]) : undefined;
      const text = option.isText
        ? await readInto(cli, option, value, options[`${name}File`])
        : value;
      if (text !== undefined) put(asked[option.place], option.path, text);
    }
    if (hasRoom) asked.params.room = await chooseRoom(door, options.room as string | undefined);
    asked.room = asked.params.room ?? "";
    return answerOf(one, asked, words);
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

/** A word of the command as its field takes it. */
function readWord({ kind, words, range, path }: CommandField, word: string): unknown {
  if (kind === "list") return word.split(/[\s,]+/).filter(Boolean);
  if (range) return number(...range)(word);
  if (!words || words.includes(word)) return word;
  const name = path.slice(path.lastIndexOf(".") + 1);
  throw new CliError(
    `bad_${name}`,
    `There is no ${name} ${word}.`,
    `Use one of: ${words.join(", ")}.`,
  );
}

/** As given, or out of a file; what is needed also from stdin. */
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
  { routeId, isRead, isWhole, says = "" }: ContractCommand,
  asked: Asked,
  words: Words,
): Promise<Answer> {
  const { params, query, body, call } = asked;
  const given = { params, ...(isRead ? { query } : { body }) };
  const reply = isWhole
    ? { data: await allRows(call, routeId as never, given as never), next: null }
    : await (call as AnyCall)(routeId, given);
  const find = words[routeId] as AnyWords | undefined;
  const said = find ? await find(reply, asked) : sentence(says, [reply, body, query, params]);
  return { data: reply, ...(typeof said === "string" ? { text: said } : { text: "", ...said }) };
}

type AnyCall = (id: RouteId, given: AnyCallOptions) => Promise<unknown>;
type AnyWords = (reply: unknown, asked: Asked) => Said | Promise<Said>;

/** `{field}` is the first of these that has it. */
function sentence(says: string, from: readonly unknown[]): string {
  const line = says.replaceAll("`squadroom ", `\`${own("")}`);
  return line.replace(/\{([\w.]+)\}/g, (_, path: string) => {
    const value = from.map((one) => valueAt(one, path)).find((one) => one !== undefined);
    const list = Array.isArray(value) ? value.map(String) : [String(value ?? "")];
    return oneLine(list.join(", "));
  });
}

function valueAt(from: unknown, path: string): unknown {
  let value = from;
  for (const name of path.split("."))
    value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}
