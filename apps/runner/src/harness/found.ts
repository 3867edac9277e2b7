import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import type { Probe } from "./harness.ts";

/** Where the user has programs and packages. */
export interface Around {
  env: NodeJS.ProcessEnv;
  /** The project's folder. */
  cwd: string;
}

/** Longest for a program to say its version. */
const VERSION_MS = 5_000;

export function programOnPath(name: string, env: NodeJS.ProcessEnv): string | null {
  const places = name.includes("/") ? [resolve(name)] : pathOf(env).map((one) => join(one, name));
  return places.find(isProgram) ?? null;
}

/** A program named by the user, or on the PATH. */
export async function probeArgv(
  [program = ""]: readonly string[],
  env: NodeJS.ProcessEnv,
  install = `# put ${program} on the PATH`,
): Promise<Probe> {
  const path = programOnPath(program, env);
  if (!path) return { missing: `${program} isn't on the PATH.`, install };
  return { version: await versionSaid(path, env), isSignedIn: null, path };
}

export function versionSaid(path: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(path, ["--version"], { env, timeout: VERSION_MS }, (_, stdout) =>
      resolve(/\d+\.\d+\S*/.exec(stdout)?.[0] ?? "unknown"),
    );
    child.stdin?.end();
  });
}

/** Judged without a call: by a variable that has a key, or by a file that a sign-in leaves. */
export function isSignedIn(
  env: NodeJS.ProcessEnv,
  { variables, files }: { variables: string[]; files: string[] },
): boolean {
  return variables.some((name) => env[name]) || files.some((file) => existsSync(file));
}

function pathOf(env: NodeJS.ProcessEnv): string[] {
  return (env.PATH ?? "").split(delimiter).filter(isAbsolute);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
