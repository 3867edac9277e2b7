import type { CommandDef, RouteDef } from "../kernel/route.ts";
import { bare, type Schema } from "./bare.ts";
import { type RouteId, routes } from "./routes.ts";

/** A field of a route as the command line takes it. */
export interface CommandField {
  /** Where its value goes: `items.0.title`. */
  path: string;
  place: "query" | "body";
  kind: "text" | "number" | "boolean" | "list";
  /** All values that it may have. */
  words?: readonly string[];
  range?: readonly [min: number, max: number];
  isNeeded: boolean;
  /** What the server assumes if it is left out. */
  usual?: unknown;
}

export interface CommandOption extends CommandField {
  flags: string;
  help: string;
  /** The value that it sets, if it takes none. */
  value?: string;
  /** Its text may come from a file or, if it is required, from stdin. */
  isText?: true;
  /** One of several options for this required field, at this path. */
  oneOf?: string;
}

/** A command out of its route, as plain data: the command line's bundle has this, and no schema. */
export interface ContractCommand
  extends Pick<CommandDef, "usage" | "help" | "more" | "gives" | "finds" | "says" | "rows" | "hasPages"> {
  routeId: RouteId;
  /** `session`, `pause` */
  at: readonly string[];
  isRead: boolean;
  /** Agents use it too. */
  isForBoth: boolean;
  /** The parameters of its path, by its words. */
  ways: Readonly<Record<string, string>>;
  /** The room is in its path, but none of its words. */
  isInRoom: boolean;
  /** Its words that are no parameter of the path. */
  words: Readonly<Record<string, CommandField>>;
  options: readonly CommandOption[];
  /** It reads every page. */
  isWhole: boolean;
}

interface Field {
  path: string;
  place: CommandField["place"];
  schema: Schema;
}

/** What lists have in common. */
const USUAL: Record<string, string> = {
  limit: "how many to list",
  cursor: "the next page: the cursor the last one printed",
  session: "of this session",
  reason: "why",
};
/** The start of a list's page comes last, as everywhere. */
const LAST = ["limit", "cursor"];
/** Largest number of a field without a maximum. */
const NUMBER_MAX = 1e9;

/** Every route that is a command. Those that list and show come first. */
export const commands: readonly ContractCommand[] = (Object.entries(routes) as [RouteId, RouteDef][])
  .flatMap(([routeId, def]) => [def.command ?? []].flat().map((command) => commandOf(routeId, def, command)))
  .sort((a, b) => rankOf(a) - rankOf(b));

function rankOf({ at }: ContractCommand): number {
  const rank = ["list", "show"].indexOf(at.at(-1) ?? "");
  return rank < 0 ? LAST.length : rank;
}

function commandOf(routeId: RouteId, def: RouteDef, command: CommandDef): ContractCommand {
  const { usage, help, more, gives, finds, says, rows, hasPages, isForPeople, leaves = [] } = command;
  const { access, path, method } = def;
  const all = usage.split(" ");
  const typed = all.filter((word) => /^[<[]/.test(word)).map((word) => word.replace(/[^\w-]/g, ""));
  const named = path.match(/:\w+/g)?.map((name) => name.slice(1)) ?? [];
  const ways = Object.fromEntries(
    typed.flatMap((word) => {
      const way = named.find((name) => isCalled(name, word));
      return way === undefined ? [] : [[word, way]];
    }),
  );
  const fields = fieldsOf(def, command);
  const others = typed.filter((word) => !(word in ways));
  const fieldOf = (word: string) => [...fields.keys()].find((name) => isCalled(name, word)) ?? word;
  const isForAgents = access.who === "me" || (access.who === "room" && access.agents);
  const said = { more, gives, finds, says, rows, hasPages };
  return {
    routeId,
    usage,
    help,
    ways,
    isInRoom: named.includes("room") && !("room" in ways),
    isRead: method === "GET",
    isWhole: leaves.includes("cursor"),
    ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    at: all.filter((word) => !/^[<[]/.test(word)),
    isForBoth: isForAgents && !isForPeople,
    words: Object.fromEntries(others.map((word) => [word, takenBy(fieldAt(fields, fieldOf(word)))])),
    options: optionsOf(command, fields, [...typed, ...others.map(fieldOf)]),
  };
}

/** Whether a word stands for this field: `task` for `taskId`, `tasks` for `taskIds`. */
function isCalled(field: string, word: string): boolean {
  return field === word || field === `${word}Id` || field === `${word.slice(0, -1)}Ids`;
}

/** The fields of a command, those of `inside` by their own names. */
function fieldsOf(def: RouteDef, { inside }: CommandDef): Map<string, Field> {
  const fields = new Map<string, Field>();
  const add = (place: Field["place"], from: unknown, prefix = "") => {
    for (const [name, schema] of Object.entries(bare(from as Schema).shape ?? {})) {
      const isAround = prefix === "" && inside?.split(".")[0] === name;
      if (!isAround) fields.set(name, { place, schema, path: `${prefix}${name}` });
    }
  };
  add("query", def.query);
  add("body", def.body);
  if (inside !== undefined) add("body", within(def.body as never, inside), `${inside}.`);
  return fields;
}

/** The field behind a key of `options`. */
function fieldAt(fields: Map<string, Field>, key: string): Field {
  const [first = "", ...rest] = key.replace(/=.*/, "").split(".");
  const field = fields.get(first);
  if (!field) throw new Error(`no field ${key}`);
  const schema = within(field.schema, rest.join("."));
  return { ...field, schema, path: [field.path, ...rest].join(".") };
}

function optionsOf(
  { options = {}, leaves = [], gives = {}, text }: CommandDef,
  fields: Map<string, Field>,
  typed: readonly string[],
): CommandOption[] {
  const named = Object.keys(options);
  const known = [...typed, ...leaves, ...Object.keys(gives), ...named.map((key) => key.replace(/[.=].*/, ""))];
  const others = [...fields.keys()].filter((name) => !known.includes(name));
  const keys = [...named, ...others].sort((a, b) => LAST.indexOf(a) - LAST.indexOf(b));
  return keys.map((key) => {
    const field = takenBy(fieldAt(fields, key));
    const value = /=(.*)/.exec(key)?.[1];
    const [flags, help] = flagsOf(key, field, options[key]);
    // A field inside another one, or one of several values, is never required by itself.
    const usual = gives[field.path] ?? field.usual;
    const isNeeded = field.isNeeded && !/[.=]/.test(key) && usual === undefined;
    const whole = fieldAt(fields, key.replace(/\..*/, ""));
    const taken = {
      ...field,
      isNeeded,
      flags,
      help,
      ...(usual === undefined ? {} : { usual }),
      ...(/[.=]/.test(key) && !(whole.path in gives) && isRequired(whole.schema) ? { oneOf: whole.path } : {}),
    };
    if (key === text) return { ...taken, isText: true as const };
    return value === undefined ? taken : { ...taken, value };
  });
}

function flagsOf(
  key: string,
  { kind, words }: CommandField,
  said: string | readonly [flags: string, help: string] | undefined,
): readonly [string, string] {
  if (typeof said === "object") return said;
  const name = key.slice(key.lastIndexOf(".") + 1);
  const flag = `--${name.replace(/Id$/, "").replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`;
  const help = said ?? words?.join(", ") ?? USUAL[name] ?? "";
  if (kind === "boolean") return [flag, help];
  const value = kind === "number" ? "n" : words || name === "cursor" ? name : "text";
  return [`${flag} <${value}>`, help];
}

function takenBy({ path, place, schema }: Field): CommandField {
  const isNeeded = isRequired(schema);
  const usual = usualOf(schema);
  const one = bare(schema);
  const of = { path, place, isNeeded, ...(usual === undefined ? {} : { usual }) };
  if (one.def.type === "boolean") return { ...of, kind: "boolean" };
  if (one.def.type === "number") return { ...of, kind: "number", range: rangeOf(one) };
  const isList = one.def.type === "array" && one.def.element !== undefined;
  const each = isList ? bare(one.def.element as Schema) : one;
  const words = each.def.type === "enum" ? { words: each.options as string[] } : {};
  return { ...of, ...words, kind: isList ? "list" : "text" };
}

function rangeOf({ minValue, maxValue }: Schema): [number, number] {
  const isOpen = maxValue == null || maxValue >= Number.MAX_SAFE_INTEGER;
  return [Math.max(minValue ?? 0, 0), isOpen ? NUMBER_MAX : maxValue];
}

function isRequired({ def }: Schema): boolean {
  if (["optional", "default", "prefault"].includes(def.type)) return false;
  return def.innerType ? isRequired(def.innerType) : true;
}

/** The default, if it is worth mentioning: a number or a word. */
function usualOf({ def }: Schema): unknown {
  const { defaultValue } = def;
  const isWord =
    typeof defaultValue === "number" || (defaultValue && bare(def.innerType as Schema).def.type === "enum");
  return isWord ? defaultValue : undefined;
}

function within(schema: Schema, path: string): Schema {
  if (path === "") return schema;
  const [name = "", ...rest] = path.split(".");
  const { def, shape } = bare(schema);
  const some = def.options?.flatMap((one) => bare(one).shape?.[name] ?? []);
  const found = shape?.[name] ?? (/^\d+$/.test(name) ? def.element : undefined) ?? some?.[0];
  if (!found) throw new Error(`no field ${path}`);
  return within(found, rest.join("."));
}
