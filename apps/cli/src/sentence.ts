import { shellWord } from "@squadroom/core/kernel/shell-word";
import { own } from "./own-command.ts";
import { oneLine } from "./quoting.ts";
import { dated, shortened } from "./words.ts";

/**
 * The sentence of a contract (`CommandDef` says how it is written).
 *
 * @param from the first of these that has a field provides it
 */
export function sentence(says: string, from: readonly unknown[]): string {
  const find = (path: string) => from.map((one) => valueAt(one, path)).find((one) => one !== undefined);
  const chosen = (text: string): string => {
    const next = text.replace(
      /\[([\w.]+)(?:=(\w+))?\?([^[\]|]*)(?:\|([^[\]]*))?\]/g,
      (_, path: string, wanted: string | undefined, yes: string, no = "") => {
        const value = find(path);
        const isSo = wanted === undefined ? isThere(value) : String(value) === wanted;
        return isSo ? yes : no;
      },
    );
    // From the inside out, and before any value is inserted.
    return next === text ? text : chosen(next);
  };
  const text = says.replaceAll("`squadroom ", `\`${own("")}`);
  return chosen(text).replace(/\{([\w.]+)(?::(\w+))?\}/g, (_, path: string, form = "") => {
    const value = find(path);
    if (typeof value === "number" && /(^a|A)t$/.test(path)) return dated(value);
    const text = (Array.isArray(value) ? value : [value ?? ""]).map(String).join(", ");
    if (form === "typed") return shellWord(text);
    if (form === "words") return text.replaceAll("_", " ");
    return form === "" ? oneLine(text) : shortened(text, Number(form));
  });
}

function isThere(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

export function valueAt(from: unknown, path: string): unknown {
  let value = from;
  for (const name of path.split(".")) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}
