import { isDeepStrictEqual } from "node:util";
import { applyEdits, type JSONPath, modify, type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { CliError } from "../failure.ts";

/** A member of an object, or items of a list that others have items in too. */
export type JsonEntry = { at: string[]; value: unknown } | { into: string[]; items: unknown[] };

const BYTE_ORDER_MARK = "\uFEFF";

/** Keeps comments, order and spaces. */
export function putIntoJson(text: string, entries: readonly JsonEntry[], file: string): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const before = text.slice(mark.length);
  let after = before.trim() === "" ? "{}\n" : before;
  const wanted = structuredClone(read(after, file)) as Record<string, unknown>;
  for (const entry of entries) {
    try {
      expectIn(wanted, entry);
      after = "at" in entry ? set(after, entry.at, entry.value) : add(after, entry.into, entry.items);
    } catch (cause) {
      throw cannotTake(file, entry, cause);
    }
  }
  // Whatever a parser makes of odd input, what is written says what was there, plus our part.
  if (!isDeepStrictEqual(read(after, file), wanted)) throw cannotTake(file, entries[0]);
  return mark + after;
}

export function takeOutOfJson(text: string, entries: readonly JsonEntry[]): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  let left = text.slice(mark.length);
  for (const entry of entries.toReversed()) {
    const path = "at" in entry ? entry.at : entry.into;
    if ("at" in entry) left = set(left, path, undefined);
    else left = remove(left, path, entry.items);
    left = withoutEmpty(left, path);
  }
  return mark + left;
}

function read(text: string, file: string): unknown {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true }) as unknown;
  const [first] = errors;
  if (!first && isRecord(value)) return value;
  const line = first ? text.slice(0, first.offset).split("\n").length : 1;
  const problem = first ? printParseErrorCode(first.error) : "it is no object";
  throw new CliError(
    "file_unreadable",
    `${file} is not the JSON it should be: line ${line}, ${problem}.`,
    "Correct it and run this again; nothing was written.",
  );
}

function set(text: string, path: JSONPath, value: unknown): string {
  if (isDeepStrictEqual(valueAt(text, path), value)) return text;
  return applyEdits(text, modify(text, path, value, { formattingOptions: formatOf(text) }));
}

function add(text: string, path: JSONPath, items: readonly unknown[]): string {
  let after = text;
  for (const item of items) {
    const there = valueAt(after, path);
    if (!Array.isArray(there)) after = set(after, path, [item]);
    else if (!there.some((one) => isDeepStrictEqual(one, item)))
      after = applyEdits(
        after,
        modify(after, [...path, -1], item, {
          formattingOptions: formatOf(after),
          isArrayInsertion: true,
        }),
      );
  }
  return after;
}

function remove(text: string, path: JSONPath, items: readonly unknown[]): string {
  const there = valueAt(text, path);
  if (!Array.isArray(there)) return text;
  let left = text;
  for (let at = there.length - 1; at >= 0; at--)
    if (items.some((item) => isDeepStrictEqual(item, there[at]))) left = set(left, [...path, at], undefined);
  return left;
}

/** Objects and lists that no longer contain anything. */
function withoutEmpty(text: string, path: JSONPath): string {
  let left = text;
  for (let depth = path.length; depth > 0; depth--) {
    const at = path.slice(0, depth);
    const value = valueAt(left, at);
    if (value === undefined) continue;
    if (Object.keys(value as object).length > 0) return left;
    left = set(left, at, undefined);
  }
  return left;
}

function valueAt(text: string, path: JSONPath): unknown {
  let at: unknown = parse(text, [], { allowTrailingComma: true });
  for (const step of path) at = isRecord(at) || Array.isArray(at) ? at[step as never] : undefined;
  return at;
}

function expectIn(root: Record<string, unknown>, entry: JsonEntry): void {
  const path = "at" in entry ? entry.at : entry.into;
  let at = root;
  for (const step of path.slice(0, -1)) {
    const next = at[step] ?? {};
    at[step] = next;
    if (!isRecord(next)) throw new TypeError(`${step} is no object`);
    at = next;
  }
  const last = path.at(-1) ?? "";
  if ("at" in entry) {
    at[last] = structuredClone(entry.value);
    return;
  }
  const list = at[last] ?? [];
  at[last] = list;
  if (!Array.isArray(list)) throw new TypeError(`${last} is no list`);
  for (const item of entry.items)
    if (!list.some((one) => isDeepStrictEqual(one, item))) list.push(structuredClone(item));
}

function cannotTake(file: string, entry: JsonEntry | undefined, cause?: unknown): CliError {
  const path = entry && ("at" in entry ? entry.at : entry.into);
  const value = entry && ("at" in entry ? entry.value : entry.items);
  const error = new CliError(
    "file_unfit",
    `${file} has something else where ${path?.join(".")} belongs.`,
    `Nothing was written. Put this there by hand: ${JSON.stringify(value)}`,
  );
  error.cause = cause;
  return error;
}

function formatOf(text: string) {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
