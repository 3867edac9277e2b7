import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import { CliError } from "../failure.ts";

const BEGIN = "# >>> squadroom: `squadroom disconnect` takes this out";
const END = "# <<< squadroom";

/** At the end of the file: existing content stays as it is, to the byte. */
export function putBlock(
  text: string,
  lines: readonly string[],
  { kind, file }: { kind: "toml" | "lines"; file: string },
): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" ? "" : text.endsWith("\n") ? eol : eol + eol;
  const after = text + gap + [BEGIN, ...lines, END, ""].join(eol);
  if (kind === "toml") checkToml(text, lines, after, file);
  return after;
}

export function takeOutBlock(text: string): string {
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END, from);
  if (from < 0 || to < 0) return text;
  const before = text.slice(0, from).replace(/\r?\n$/, "");
  return before + text.slice(to + END.length).replace(/^\r?\n/, "");
}

/** Read back, it says what it said before, plus our part. */
function checkToml(before: string, lines: readonly string[], after: string, file: string): void {
  let was: Record<string, unknown>;
  try {
    was = parse(before);
  } catch (cause) {
    const [what = ""] = cause instanceof Error ? cause.message.split("\n") : [];
    throw new CliError(
      "file_unreadable",
      `${file} is not the TOML it should be: ${what}.`,
      "Correct it and run this again; nothing was written.",
    );
  }
  const wanted = merged(was, parse(lines.join("\n")));
  let is: unknown;
  try {
    is = parse(after);
  } catch {
    is = undefined;
  }
  // Copies: the parser's objects have no prototype.
  if (isDeepStrictEqual(structuredClone(is), structuredClone(wanted))) return;
  throw new CliError(
    "file_unfit",
    `${file} defines some of these tables in a way that leaves no room for another.`,
    `Nothing was written. Put this there by hand:\n${lines.join("\n")}`,
  );
}

/** Tables of both, and lists of tables one after the other. */
function merged(was: Record<string, unknown>, more: Record<string, unknown>) {
  const all: Record<string, unknown> = { ...was };
  for (const [name, value] of Object.entries(more)) {
    const there = all[name];
    if (Array.isArray(there) && Array.isArray(value)) all[name] = [...there, ...value];
    else if (isTable(there) && isTable(value)) all[name] = merged(there, value);
    else all[name] = value;
  }
  return all;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
