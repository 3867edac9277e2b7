import type { CommandDef, RouteDef } from "@squadroom/core/kernel/route";
import { type Command, Option } from "commander";
import { collect, number, oneOf } from "./answer.ts";
import { CliError } from "./failure.ts";

/** As far as an option needs to know a schema. */
interface Schema {
  def: {
    type: string;
    innerType?: Schema;
    defaultValue?: unknown;
    in?: Schema;
    options?: Schema[];
    element?: Schema;
  };
  shape?: Record<string, Schema>;
  options?: unknown[];
  minValue?: number | null;
  maxValue?: number | null;
}

/** One field of a route, as the command line takes it. */
export interface Field {
  /** `budget.tokens` */
  path: string;
  place: "query" | "body";
  schema: Schema;
  isNeeded: boolean;
  /** What the server takes where it is left out. */
  usual?: unknown;
}

/** What lists have in common. */
const USUAL: Record<string, string> = {
  limit: "how many to list",
  cursor: "the next page: the cursor the last one printed",
  session: "of this session",
  reason: "why",
};
/** Largest number of a field that knows none. */
const NUMBER_MAX = 1e9;

/** The fields of a command, those of `inside` by their own names. */
export function fieldsOf(def: RouteDef, command: CommandDef): Map<string, Field> {
  const fields = new Map<string, Field>();
  const add = (place: Field["place"], schema: unknown, prefix: string, under: string) => {
    for (const [name, one] of Object.entries(bare(schema as Schema).shape ?? {})) {
      const path = `${prefix}${name}`;
      if (place === "body" && command.inside?.split(".")[0] === path) continue;
      fields.set(`${under}${name}`, {
        ...{ path, place, schema: bare(one), isNeeded: isNeeded(one) },
        usual: one.def.defaultValue,
      });
    }
  };
  add("query", def.query, "", "");
  add("body", def.body, "", "");
  const { inside } = command;
  if (inside !== undefined) add("body", at(def.body as never, inside), `${inside}.`, "");
  return fields;
}

/** The field behind the key of `options`: of itself, inside another, or of a value that it can have. */
export function fieldAt(fields: Map<string, Field>, key: string): Field & { value?: string } {
  const [name = "", value] = key.split("=");
  const [first = "", ...rest] = name.split(".");
  const field = fields.get(first);
  if (!field) throw new Error(`no field ${key}`);
  const path = [field.path, ...rest].join(".");
  const schema = bare(at(field.schema, rest.join(".")));
  return { ...field, path, schema, ...(value === undefined ? {} : { value }) };
}

/** The option of a field, with what checks its value. */
export function optionOf(key: string, field: Field & { value?: string }, said: Said): Option {
  const [flags, help] = flagsOf(key, field, said);
  const option = new Option(flags, help);
  if (field.value !== undefined || field.schema.def.type === "boolean") return option;
  const { schema } = field;
  const { element } = schema.def;
  const one = element && bare(element);
  const check = one?.def.type === "enum" ? oneOf(...wordsOf(one)) : String;
  if (one) option.argParser((word, all?: string[]) => collect(check(word), all));
  else if (schema.def.type === "enum") option.argParser(oneOf(...wordsOf(schema)));
  else if (schema.def.type === "number") option.argParser(number(...rangeOf(schema)));
  const isShown = ["enum", "number"].includes(schema.def.type) && field.usual !== undefined;
  return isShown ? option.default(field.usual) : option;
}

type Said = string | readonly [flags: string, help: string] | undefined;

function flagsOf(key: string, { schema }: Field, said: Said): readonly [string, string] {
  if (typeof said === "object") return said;
  const name = key.slice(key.lastIndexOf(".") + 1);
  const flag = `--${name.replace(/Id$/, "").replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`;
  const { type } = schema.def;
  const help = said ?? (type === "enum" ? wordsOf(schema).join(", ") : (USUAL[name] ?? ""));
  if (type === "boolean") return [flag, help];
  const kind = type === "number" ? "n" : type === "enum" || name === "cursor" ? name : "text";
  return [`${flag} <${kind}>`, help];
}

/** A word of the command as its field takes it. */
export function readWord(field: Field, word: string): unknown {
  const { type } = field.schema.def;
  if (type === "array") return word.split(/[\s,]+/).filter(Boolean);
  if (type === "number") return number(...rangeOf(field.schema))(word);
  if (type !== "enum") return word;
  const words = wordsOf(field.schema);
  if (words.includes(word)) return word;
  const name = field.path.slice(field.path.lastIndexOf(".") + 1);
  throw new CliError(
    `bad_${name}`,
    `There is no ${name} ${word}.`,
    `Use one of: ${words.join(", ")}.`,
  );
}

/** Puts a value where it belongs: `items.0.title`. */
export function put(into: Record<string, unknown>, path: string, value: unknown): void {
  const [name = "", ...rest] = path.split(".");
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  into[name] ??= /^\d+$/.test(rest[0] ?? "") ? [] : {};
  put(into[name] as Record<string, unknown>, rest.join("."), value);
}

/** Whether the user gave the option, and did not get its default. */
export function isGiven(command: Command, name: string): boolean {
  const source = command.getOptionValueSource(name);
  return source !== undefined && source !== "default";
}

function wordsOf(schema: Schema): string[] {
  return (schema.options ?? []) as string[];
}

function rangeOf({ minValue, maxValue }: Schema): [number, number] {
  const isOpen = maxValue == null || maxValue >= Number.MAX_SAFE_INTEGER;
  return [Math.max(minValue ?? 0, 0), isOpen ? NUMBER_MAX : maxValue];
}

/** Without what says that it may be left out or is nothing. */
function bare(schema: Schema): Schema {
  const { innerType, in: input, options, type } = schema.def;
  if (innerType) return bare(innerType);
  if (type === "pipe" && input) return bare(input);
  const some = options?.filter((one) => !["null", "undefined"].includes(one.def.type)) ?? [];
  const [only] = some;
  return only && some.length === 1 ? bare(only) : schema;
}

function isNeeded({ def }: Schema): boolean {
  if (["optional", "default", "prefault"].includes(def.type)) return false;
  return def.innerType ? isNeeded(def.innerType) : true;
}

function at(schema: Schema, path: string): Schema {
  if (path === "") return schema;
  const [name = "", ...rest] = path.split(".");
  const { def, shape } = bare(schema);
  const found =
    shape?.[name] ?? (/^\d+$/.test(name) ? def.element : undefined) ?? someWith(def.options, name);
  if (!found) throw new Error(`no field ${path}`);
  return at(found, rest.join("."));
}

function someWith(options: readonly Schema[] | undefined, name: string): Schema | undefined {
  return options?.flatMap((one) => bare(one).shape?.[name] ?? [])[0];
}
