import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { parse as parseJson } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import type { Setup } from "./harnesses.ts";
import { readText } from "./record.ts";
import { versionOf } from "./version.ts";

/** "Claude Code: 2.1.330, signed in, mode acceptEdits." As far as known without a call. */
export async function findings(setup: Setup, env: Record<string, string | undefined>): Promise<string> {
  const [program] = setup.program?.split(" ") ?? [];
  if (program === undefined) return `${setup.title}: start it as you are used to.`;
  const version = await versionOf(program, env);
  if (version === null) return `${setup.title}: \`${program}\` is not installed here, or not on this shell's path.`;
  const { files, variables } = setup.signedIn;
  const isSignedIn = files.some((file) => existsSync(file)) || variables.some((name) => env[name]);
  const parts = [
    version,
    isSignedIn ? "signed in" : `not signed in, as far as can be told (start \`${program}\` to see)`,
    ...(setup.mode ? [`mode ${await modeOf(setup.mode)}`] : []),
  ];
  return [`${setup.title}: ${parts.join(", ")}.`, ...(await distrust(setup))].join("\n");
}

async function distrust({ trust }: Setup): Promise<string[]> {
  if (!trust) return [];
  const { file, paths, without } = trust;
  for (const path of paths) if ((await valueIn({ file, path })) === true) return [];
  return [without];
}

export async function isInstalled(program: string, env: Record<string, string | undefined>): Promise<boolean> {
  return (await versionOf(program, env)) !== null;
}

async function modeOf(mode: NonNullable<Setup["mode"]>): Promise<string> {
  const found = await valueIn(mode);
  return typeof found === "string" ? found : mode.usual;
}

/** `undefined`: it is missing, or unreadable. */
async function valueIn({ file, path }: { file: string; path: string[] }): Promise<unknown> {
  try {
    const text = (await readText(file)) ?? "";
    let at = (file.endsWith(".toml") ? parseToml(text) : parseJson(text)) as unknown;
    for (const step of path) at = (at as Record<string, unknown> | undefined)?.[step];
    return at;
  } catch {
    return undefined;
  }
}

/** Where git reads what stays out of the repository around a folder, for all its worktrees; `null`: there is none. */
export async function excludeOf(folder: string): Promise<string | null> {
  const args = ["rev-parse", "--git-path", "info/exclude"];
  const found = await promisify(execFile)("git", args, { cwd: folder }).catch(() => null);
  return found && resolve(folder, found.stdout.trim());
}
