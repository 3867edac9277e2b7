import { FileCode, Globe, type LucideIcon, Pencil, Search, SquareTerminal, Wrench } from "lucide-react";

export type CallKind = "run" | "edit" | "write" | "read" | "find" | "fetch" | "other";

export const CALL_ICONS: Record<CallKind, LucideIcon> = {
  run: SquareTerminal,
  edit: Pencil,
  write: Pencil,
  read: FileCode,
  find: Search,
  fetch: Globe,
  other: Wrench,
};

/** The members of an input that say what a call is about, the first one present; harnesses name them differently. */
const COMMAND = ["command", "cmd", "script"];
const PATH = ["file_path", "filePath", "path", "filename", "notebook_path"];
const CONTENT = ["content", "contents", "text", "file_text"];
const CHANGE = ["old_string", "oldString", "new_string", "newString", "diff", "patch", "edits"];
const SOUGHT = ["pattern", "query", "regex", "glob"];
const ADDRESS = ["url", "uri"];

/** The kind of a call, by its input, and the words that say which one. */
export function readTool(name: string, input: string | undefined): { kind: CallKind; about: string } {
  const given = membersOf(input);
  const [command, path, sought, address] = [COMMAND, PATH, SOUGHT, ADDRESS].map((names) => firstOf(given, names));
  if (command) return { kind: "run", about: command };
  if (address) return { kind: "fetch", about: address };
  if (sought) return { kind: "find", about: path ? `${sought} ${path}` : sought };
  if (path && hasAny(given, CHANGE)) return { kind: "edit", about: path };
  if (path && hasAny(given, CONTENT)) return { kind: "write", about: path };
  if (path) return { kind: "read", about: path };
  return { kind: "other", about: plainName(name) };
}

/** A long input is cut: then the members at its beginning are read. */
function membersOf(input = ""): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  for (const [, name = "", text] of input.matchAll(/"(\w+)"\s*:\s*(?:"((?:[^"\\]|\\.)*)"?|[[{\d])/g))
    if (!members.has(name)) members.set(name, unescaped(text ?? ""));
  return members;
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

function firstOf(given: ReadonlyMap<string, string>, names: readonly string[]): string | null {
  const found = names.find((name) => given.get(name));
  return found === undefined ? null : (given.get(found) ?? null);
}

function hasAny(given: ReadonlyMap<string, string>, names: readonly string[]): boolean {
  return names.some((name) => given.has(name));
}

/** `mcp__room__claim_task` becomes "claim_task"; a name that is a sentence stays one. */
function plainName(name: string): string {
  return name.replace(/^mcp__?\w+?__/, "").replace(/^(squadroom|room)[-_]/, "") || name;
}
