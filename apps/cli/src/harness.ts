import { basename, extname } from "node:path";
import { CLIENT_MARKS, OTHER_MARKS } from "@squadroom/core/policy/settings";

/** What runners and hooks set for everything that they start. */
export const AGENT_MARK = "SQUADROOM_AGENT";
/** The variable that says that an agent runs this command; `undefined`: none does. */
export function markIn(names: readonly string[]): string | undefined {
  return names.find((name) => name === AGENT_MARK || name in CLIENT_MARKS || OTHER_MARKS.includes(name));
}

const PROGRAMS = ["claude", "codex", "opencode", "copilot", "gemini"];
/** Packages whose program has another name. */
const PACKAGES: Record<string, string> = {
  "@anthropic-ai/": "claude",
  "@openai/codex": "codex",
  "opencode-ai": "opencode",
  "@github/copilot": "copilot",
  "@google/gemini-cli": "gemini",
};

/**
 * What runs this command, if known.
 *
 * @param commands of the processes above this one, the nearest first, each with its arguments
 */
export function harnessOf(
  env: Record<string, string | undefined>,
  commands: readonly (readonly string[])[],
): string | undefined {
  for (const [name, harness] of Object.entries(CLIENT_MARKS)) if (env[name]) return harness;
  for (const command of commands) {
    // A program, or an interpreter and its script.
    for (const path of command.slice(0, 2)) {
      const program = basename(path, extname(path));
      if (PROGRAMS.includes(program)) return program;
      const found = Object.entries(PACKAGES).find(([name]) => path.includes(`/${name}`));
      if (found) return found[1];
    }
  }
  return undefined;
}
