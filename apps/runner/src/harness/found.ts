import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import type { Probe } from "./harness.ts";

/** Where the user has programs and packages. */
export interface Around {
  env: NodeJS.ProcessEnv;
  /** The project's folder. */
  cwd: string;
}

/** Longest time for a program to say its version. */
const VERSION_MS = 5_000;

export function programOnPath(name: string, env: NodeJS.ProcessEnv): string | null {
  const places = name.includes("/") ? [resolve(name)] : pathOf(env).map((one) => join(one, name));
  return places.find(isProgram) ?? null;
}

/** The project's own, or one on the PATH. */
export function programNear(name: string, { env, cwd }: Around): string | null {
  const own = upFrom(cwd).map((one) => join(one, "node_modules", ".bin", name));
  return own.find(isProgram) ?? programOnPath(name, env);
}

/**
 * A program that the user named. It isn't run: one that knows no `--version` would do its work, in the user's own
 * checkout.
 */
export function programNamed(
  [program = ""]: readonly string[],
  env: NodeJS.ProcessEnv,
  install = `# put ${program} on the PATH`,
): Probe {
  const path = programOnPath(program, env);
  if (!path) return { missing: `${program} isn't on the PATH.`, install };
  return { version: "unknown", isSignedIn: null, path };
}

/** A client that is known to say its version. */
export async function probeArgv(argv: readonly string[], env: NodeJS.ProcessEnv, install: string): Promise<Probe> {
  const probe = programNamed(argv, env, install);
  return "missing" in probe ? probe : { ...probe, version: await versionSaid(probe.path, env) };
}

export function versionSaid(path: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(path, ["--version"], { env, timeout: VERSION_MS }, (_, stdout) =>
      resolve(/\d+\.\d+(?:\S*[^\s.])?/.exec(stdout)?.[0] ?? "unknown"),
    );
    child.stdin?.end();
  });
}

/** Judged without a call: by a variable with a key, or by a file that a sign-in leaves. */
export function isSignedIn(
  env: NodeJS.ProcessEnv,
  { variables, files }: { variables: string[]; files: string[] },
): boolean {
  return variables.some((name) => env[name]) || files.some((file) => existsSync(file));
}

/** A package that the user has: the project's, or one that npm installed beside a program on the PATH. */
export interface FoundPackage {
  version: string;
  /** The file to import. */
  entry: string;
}

export function packageNear(name: string, { env, cwd }: Around): FoundPackage | null {
  const beside = pathOf(env).map((bin) => join(bin, "..", "lib", "node_modules"));
  for (const modules of [...upFrom(cwd).map((one) => join(one, "node_modules")), ...beside]) {
    const folder = join(modules, name);
    const manifest = manifestOf(folder);
    if (manifest?.version) return { version: manifest.version, entry: join(folder, entryOf(manifest)) };
  }
  return null;
}

interface Manifest {
  version?: string;
  main?: string;
  exports?: unknown;
}

function manifestOf(folder: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  } catch {
    return null;
  }
}

/** What an `import` of the package's name would load. */
function entryOf({ main = "index.js", exports }: Manifest): string {
  let at = exports;
  while (typeof at === "object" && at !== null) {
    const by = at as Record<string, unknown>;
    at = by["."] ?? by.node ?? by.import ?? by.default;
  }
  return typeof at === "string" ? at : main;
}

function upFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upFrom(above)];
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
