import type { AnyCallOptions, Call, Reply } from "@squadroom/client/call";
import { allRows } from "@squadroom/client/pages";
import { type RouteId, routes } from "@squadroom/core/contract/routes";
import type { CommandDef, RouteDef } from "@squadroom/core/kernel/route";
import type { Command } from "commander";
import { type Answer, answering, define } from "./answer.ts";
import {
  type Field,
  fieldAt,
  fieldsOf,
  isGiven,
  optionOf,
  put,
  readWord,
} from "./contract-options.ts";
import { chooseRoom, type Door, openAdminDoor, openDoor, roomOption } from "./door.ts";
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

/** Every route that is a command, with its place: `session pause`. What lists and shows stands first. */
export const contractCommands = (Object.entries(routes) as [RouteId, RouteDef][])
  .flatMap(([id, def]) =>
    def.command ? [{ id, def, command: def.command, place: placeOf(def.command) }] : [],
  )
  .sort((a, b) => rankOf(a.place) - rankOf(b.place));

function rankOf(place: readonly string[]): number {
  const at = ["list", "show"].indexOf(place.at(-1) ?? "");
  return at < 0 ? 2 : at;
}

/** The commands of the contract that stand below this one. */
export function addContract(parent: Command, cli: Cli, words: Words = {}): void {
  const group = parent.parent ? namesOf(parent).join(" ") : "";
  for (const one of contractCommands)
    if (one.place.slice(0, -1).join(" ") === group) addOne(parent, cli, one, words);
}

/** One command of the contract that stands at the top. */
export function addOfContract(parent: Command, cli: Cli, name: string, words: Words = {}): void {
  const found = contractCommands.find(({ place }) => place.join(" ") === name);
  if (!found) throw new Error(`no route is ${name}`);
  addOne(parent, cli, found, words);
}

function placeOf({ usage }: CommandDef): string[] {
  return usage.split(" ").filter((word) => !/^[<[]/.test(word));
}

function namesOf(command: Command): string[] {
  return command.parent ? [...namesOf(command.parent), command.name()] : [];
}

function addOne(
  parent: Command,
  cli: Cli,
  { id, def, command: said, place }: (typeof contractCommands)[number],
  words: Words,
): void {
  if (said.says === undefined && !words[id]) throw new Error(`nothing is said of ${id}`);
  const usage = said.usage.split(" ").slice(place.length - 1);
  const command = define(parent, usage.join(" "), said.help, said.more);
  const fields = fieldsOf(def, said);
  const typed = usage.slice(1).map((word) => word.replace(/[^\w-]/g, ""));
  const ways = def.path.match(/:\w+/g)?.map((name) => name.slice(1)) ?? [];
  const isForAgents = def.access.who === "me" || (def.access.who === "room" && def.access.agents);
  const isForBoth = isForAgents && !said.isForPeople;
  const hasRoom = ways.includes("room") && !typed.includes("room");
  if (hasRoom) command.option(...roomOption(isForBoth));
  const taken = addOptions(command, said, fields, typed);
  answering(cli, command, async (args, options) => {
    const door = await (isForBoth ? openDoor(cli) : openAdminDoor(cli));
    const asked: Asked = {
      ...{ cli, door, call: door.call },
      room: "",
      params: {},
      query: {},
      body: {},
    };
    for (const [i, word] of typed.entries()) {
      const value = args[i] ?? "";
      const way = ways.find((name) => name === word || name === `${word}Id`);
      if (way) asked.params[way] = value;
      else if (value !== "") {
        const field = fieldAt(fields, word);
        put(asked[field.place], field.path, readWord(field, value));
      }
    }
    for (const { name, field } of taken) {
      if (!isGiven(command, name)) continue;
      put(asked[field.place], field.path, field.value ?? options[name]);
    }
    await readInto(cli, said, fields, asked, options);
    if (hasRoom) asked.params.room = await chooseRoom(door, options.room as string | undefined);
    asked.room = asked.params.room ?? "";
    return answerOf(id, def, said, asked, words);
  });
}

/** The options of its fields, each with where its value goes. */
function addOptions(
  command: Command,
  { options = {}, leaves = [], text }: CommandDef,
  fields: Map<string, Field>,
  typed: readonly string[],
) {
  const named = Object.keys(options);
  const others = [...fields.keys()].filter(
    (name) =>
      !typed.includes(name) &&
      !leaves.includes(name) &&
      !named.some((key) => key.split(/[.=]/)[0] === name),
  );
  // Where a list's page begins stands last, as everywhere.
  const last = ["limit", "cursor"];
  const rest = others.filter((name) => !last.includes(name));
  const keys = [...named, ...rest, ...others.filter((name) => last.includes(name))];
  return keys.map((key) => {
    const field = fieldAt(fields, key);
    const option = optionOf(key, field, options[key]);
    if (isAsked(field, key, text)) option.makeOptionMandatory();
    command.addOption(option);
    if (key === text)
      command.option(`${option.long}-file <path>`, "the same from a file, `-` for stdin");
    return { name: option.attributeName(), field };
  });
}

/** What the route can't do without, and nothing else gives. */
function isAsked({ isNeeded, path }: Field, key: string, text: string | undefined): boolean {
  return isNeeded && key !== text && !key.includes("=") && path.split(".").at(-1) === key;
}

async function readInto(
  cli: Cli,
  { text, options }: CommandDef,
  fields: Map<string, Field>,
  asked: Asked,
  given: Record<string, unknown>,
): Promise<void> {
  if (text === undefined) return;
  const field = fieldAt(fields, text);
  const option = optionOf(text, field, options?.[text]);
  const file = given[`${option.attributeName()}File`] as string | undefined;
  const before = valueAt(asked.body, field.path) as string | undefined;
  if (file === undefined && !field.isNeeded) return;
  const sources = { ...(before === undefined ? {} : { given: before }), ...(file ? { file } : {}) };
  put(asked.body, field.path, await readText(cli.io, sources, option.long ?? ""));
}

async function answerOf(
  id: RouteId,
  def: RouteDef,
  { says, leaves = [] }: CommandDef,
  asked: Asked,
  words: Words,
): Promise<Answer> {
  const { params, query, body, call } = asked;
  const given = { params, ...(def.method === "GET" ? { query } : { body }) };
  const isWhole = leaves.includes("cursor");
  const reply = isWhole
    ? { data: await allRows(call, id as never, given as never), next: null }
    : await (call as AnyCall)(id, given);
  const find = words[id] as ((reply: unknown, asked: Asked) => Said | Promise<Said>) | undefined;
  const said = find ? await find(reply, asked) : sentence(says ?? "", [reply, body, query, params]);
  return { data: reply, ...(typeof said === "string" ? { text: said } : { text: "", ...said }) };
}

type AnyCall = (id: RouteId, given: AnyCallOptions) => Promise<unknown>;

/** `{field}` is the first of these that has it. */
function sentence(says: string, from: readonly unknown[]): string {
  return says
    .replaceAll("`squadroom ", `\`${own("")}`)
    .replace(/\{([\w.]+)\}/g, (_, path: string) => {
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
