import { shellWord } from "../kernel/shell-word.ts";
import { unreachable } from "../kernel/unreachable.ts";
import { filesFetched, touchesIn } from "./fields.ts";
import { isGuarded } from "./files.ts";
import { saysItReads } from "./foreign.ts";
import { filesOfPatch } from "./patch.ts";
import type { Shell } from "./run.ts";
import { readShell } from "./shell.ts";
import { isPowershell, type Kind, kindOf, squeezed } from "./tools.ts";
import { fromRoot, joined, type Touch } from "./touch.ts";
import { touchesOf } from "./touches.ts";

/** A tool call as policy sees it, whatever names the harness has for its tools. */
export interface Call {
  kind: Kind;
  /** The harness's name for it. */
  tool: string;
  harness: string;
  input: unknown;
  /** Where it runs, relative to the project's root, POSIX; `.` is the root. */
  cwd: string;
  /** For a shell call: the command as written, and what it would run. */
  command: string | null;
  shell: Shell | null;
  /** What it would read, write and delete, in the order of the call. */
  touches: Touch[];
}

/** Longest command that is read, UTF-16 units: a longer one may have been cut on its way here. */
export const COMMAND_MAX = 20_000;

const COMMAND_KEYS = ["command", "cmd", "script", "input", "chars", "code"];
const FOLDER_KEYS = ["workdir", "cwd", "working_directory", "workingDirectory", "dir_path", "directory"];

/** Reads a call as a harness reports it. Total: what it does not know becomes the kind `other`. */
export function readCall(
  harness: string,
  tool: string,
  given: unknown,
  cwd = ".",
  /** The project's folder as an absolute path, by each of its names. */
  roots: readonly string[] = [],
): Call {
  const input = fieldsOf(given);
  const kind = kindOf(tool);
  const call = { kind, tool, harness, input: given, cwd, command: null, shell: null };
  switch (kind) {
    case "shell": {
      const command = commandOf(input, given);
      const [folder = ".", ...others] = new Set(FOLDER_KEYS.flatMap((key) => textOf(input, [key]) ?? []));
      const at = folder === "." ? cwd : joined(cwd, fromRoot(folder, cwd, roots));
      const isLong = command.length > COMMAND_MAX;
      const isLost = isBroken(input, given) || isLong || isMute(tool, input, command);
      const shell = isLost || others.length > 0 ? { ...BROKEN, runs: [] } : readShell(command, at, roots);
      shell.runs.unshift(...readShell(variablesOf(input), at, roots).runs);
      // Only what bash would understand of it is looked at; being PowerShell is reason enough to ask.
      if (isPowershell(tool))
        return {
          ...call,
          command,
          shell: {
            ...shell,
            runs: shell.runs.map((run) => ({ ...run, isGuess: true })),
            faults: [],
          },
          touches: touchesOf(shell).filter(({ path }) => path !== null),
        };
      const moved: Touch[] = at === "." ? [] : [{ path: at, access: "read" }];
      return { ...call, command, shell, touches: [...moved, ...touchesOf(shell)] };
    }
    case "write": {
      const patch = patchOf(input, given);
      if (patch === null) return { ...call, touches: touchesIn(input, cwd, "write") };
      const named = touchesIn(input, cwd, "write");
      const touches = filesOfPatch(patch).map(({ path, access }) => ({
        path: joined(cwd, path),
        access,
      }));
      return { ...call, touches: [...named, ...touches] };
    }
    case "read": {
      const touches = touchesIn(input, cwd, "read", tool);
      return { ...call, touches: touches.length === 0 ? away(cwd) : touches };
    }
    case "fetch":
      return { ...call, touches: filesFetched(given) };
    case "mcp": {
      // Another server's paths may mean something else; only what leads out of the project, or to guarded files, is
      // looked at.
      const access = saysItReads(tool, given) ? "read" : "write";
      const touches = touchesIn(input, cwd, "read").filter(({ path }) => path !== "/");
      return {
        ...call,
        touches: touches.map((touch) =>
          isGuarded(touch.path ?? "") && touch.access === "read" ? { ...touch, access } : touch,
        ),
      };
    }
    case "spawn":
    case "own":
    case "plain":
      return { ...call, touches: [] };
    case "other":
      return { ...call, touches: touchesIn(input, cwd, "write") };
    default:
      return unreachable(kind);
  }
}

/** Tools that start a subagent of the harness, in lower case without punctuation. */
const STARTS = /^(task|agent|spawnagent|subagent)$/;

/** The subagent that the call starts; `""`: the harness's own choice; `null`: none. */
export function subagentOf({ tool, input }: Call): string | null {
  if (!STARTS.test(squeezed(tool))) return null;
  return textOf(fieldsOf(input), ["subagent_type", "subagentType", "agent_type", "agentType"]) ?? "";
}

/** Outside the project, the folder where it works counts as read. */
function away(cwd: string): Touch[] {
  return joined(".x", cwd) === cwd ? [{ path: cwd, access: "read" }] : [];
}

/** Every path that the call would touch, as given: the caller resolves them and sends what they really are. */
export function pathsOf({ touches }: Call): string[] {
  return [...new Set(touches.flatMap(({ path }) => (path === null ? [] : [path])))];
}

/** Copilot sends its arguments as JSON in a text. */
function fieldsOf(given: unknown): Record<string, unknown> {
  if (typeof given === "string" && given.trimStart().startsWith("{")) {
    try {
      return fieldsOf(JSON.parse(given));
    } catch {
      return {};
    }
  }
  return typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
}

/** Codex sends a command's words; they are joined as a shell would read them. */
function commandOf(input: Record<string, unknown>, given: unknown): string {
  if (typeof given === "string" && Object.keys(input).length === 0) return given;
  const args = Array.isArray(input.args) ? input.args : [];
  const words = (value: unknown[]) =>
    value.length === 1 ? String(value[0]) : value.map((word) => shellWord(String(word))).join(" ");
  if (Array.isArray(given)) return words(given);
  const found = COMMAND_KEYS.flatMap((key) => {
    const value = input[key];
    if (Array.isArray(value)) return [words(value)];
    return typeof value === "string" && value !== "" ? [`${value} ${words(args)}`.trimEnd()] : [];
  });
  // Nobody can know which of them the harness means.
  return found.join("\n");
}

/** Variables that a harness sets for the command, as the command itself would set them. */
function variablesOf({ env, environment, env_vars: vars }: Record<string, unknown>): string {
  const sets = [env, environment, vars].flatMap((one) => Object.entries(one ?? {}));
  return sets
    .map(([name, value]) => `export ${shellWord(/^\d/.test(name) ? `${value}` : `${name}=${value}`)}`)
    .join("\n");
}

/** A shell is to run something, and nobody can say what; what is typed into a running one may be nothing. */
function isMute(tool: string, input: Record<string, unknown>, command: string): boolean {
  return command === "" && !/^write/.test(squeezed(tool)) && !COMMAND_KEYS.some((key) => input[key] === "");
}

/** It should be JSON but isn't: nobody knows what the harness makes of it. */
function isBroken(input: Record<string, unknown>, given: unknown): boolean {
  return typeof given === "string" && /^\s*\{"/.test(given) && Object.keys(input).length === 0;
}
const BROKEN = { redirected: [], faults: ["Its arguments can't be read."] };

function patchOf(input: Record<string, unknown>, given: unknown): string | null {
  const texts = [given, ...["input", "patch", "patchText", "command", "diff"].map((key) => input[key])];
  const flat = texts.flatMap((text) => (Array.isArray(text) ? text : [text]));
  const found = flat.find((text) => typeof text === "string" && /^\s*\*\*\* Begin Patch/m.test(text));
  return (found as string | undefined) ?? null;
}

function textOf(input: Record<string, unknown>, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = input[key];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

/** Whether it is the same tool, however it is spelt: `read_file`, `ReadFile`. */
export function isSameTool(a: string, b: string): boolean {
  return squeezed(a) === squeezed(b);
}
