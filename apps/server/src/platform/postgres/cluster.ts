import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { ownersIn, readSecretFile, type SecretFile, writeSecretFile } from "../secret-file.ts";
import { type Account, accountFor, closedAncestor, give, makeEnterable, makeOwned } from "./account.ts";
import { findPrograms, type Programs } from "./programs.ts";

/** The superuser of the embedded cluster; nothing but Squadroom uses it. */
export const DATABASE_USER = "squadroom";
export const DATABASE_NAME = "postgres";

/** The major version of the shipped programs, which can read clusters of this version only. */
const MAJOR_VERSION = "18";

/** A directory that holds a database, and what is needed to run it. */
export interface Cluster {
  /** The launcher's directory: password, log, lock, and the cluster or a link to it. */
  home: string;
  /** Real path of the directory that Postgres opens. */
  path: string;
  password: string;
  account: Account | undefined;
  programs: Programs;
}

/** Opens the cluster in `home`; creates it the first time. */
export async function openCluster(home: string, shelter: string, log: (line: string) => void): Promise<Cluster> {
  const link = join(home, "cluster");
  refuseLostCluster(link);
  const account = accountFor(link);
  const programs = await findPrograms(account, shelter);
  const password = readPassword(home, existsSync(link), account);
  if (!existsSync(link)) {
    const parent = placeFor(home, shelter, account, log);
    await createCluster({ home, parent, password, account, programs });
  }
  const path = realpathSync(link);
  refuseOtherVersion(path);
  const closed = closedAncestor(path, account);
  if (closed !== undefined) throw closedError(path, closed, account);
  return { home, path, password, account, programs };
}

/**
 * Forces a new cluster to disk, which `initdb --no-sync` left to the system; the start need not wait for that. Postgres
 * itself forces later writes.
 */
export async function syncFreshCluster(cluster: Cluster, signal: AbortSignal): Promise<void> {
  const marker = unsyncedMarker(cluster.home);
  if (!existsSync(marker)) return;
  await syncTree(cluster.path, signal);
  await syncPath(join(cluster.home, "password"));
  await syncPath(cluster.home);
  if (!signal.aborted) rmSync(marker, { force: true });
}

/** Where the cluster goes: into home or, for root with closed directories, elsewhere. */
function placeFor(home: string, shelter: string, account: Account | undefined, log: (line: string) => void): string {
  const closed = closedAncestor(home, account);
  if (closed === undefined) return home;
  try {
    makeEnterable(shelter);
    if (closedAncestor(shelter, account) !== undefined) throw new Error(`${shelter} is closed too`);
    const place = mkdtempSync(join(shelter, "cluster-"));
    chmodSync(place, 0o711);
    log(`Postgres has no access to ${closed}, so the database is kept in ${place}.`);
    return place;
  } catch (cause) {
    throw closedError(home, closed, account, cause);
  }
}

function closedError(path: string, closed: string, account: Account | undefined, cause?: unknown): Error {
  return new Error(
    `Postgres refuses to run as root, and the user it runs as instead (${account?.uid}) has no access to ${closed} on the way to ${path}. Set SQUADROOM_DATA to a directory that every user can enter, or run Squadroom as a normal user.`,
    { cause },
  );
}

function readPassword(home: string, isExpected: boolean, account: Account | undefined): string {
  const path = join(home, "password");
  const file: SecretFile = {
    path,
    name: "The password of the embedded database",
    shape: /^[0-9a-f]{48}$/,
    advice: isExpected
      ? `restore it from a backup, for the user that owns ${home} alone (chmod 600), or move ${home} away to start with an empty database`
      : "remove that file, and the next start writes a new one",
    // A user's database that root opens.
    owners: account === undefined ? [] : [account.uid, ...ownersIn(home)],
  };
  const known = readSecretFile(file);
  if (known !== null) return known;
  if (isExpected) {
    throw new Error(
      `The password of the embedded database is missing: ${path}. Restore it from a backup, or move ${home} away to start with an empty database.`,
    );
  }
  const password = randomBytes(24).toString("hex");
  writeSecretFile(file, password);
  return password;
}

interface Creation {
  home: string;
  parent: string;
  password: string;
  account: Account | undefined;
  programs: Programs;
}

/** A cluster gets its name last, so one that a crash left half made is never opened. */
async function createCluster({ home, parent, password, account, programs }: Creation) {
  const final = join(parent, "cluster");
  const passwordFile = join(parent, "initdb-password");
  rmSync(join(parent, "cluster.partial"), { recursive: true, force: true });
  rmSync(join(home, "cluster"), { force: true });
  writeFileSync(unsyncedMarker(home), "");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  give(passwordFile, account);
  try {
    const partial = makeOwned(parent, "cluster.partial", account);
    await initdb(programs.initdb, partial, passwordFile, account);
    renameSync(partial, final);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  if (parent !== home) symlinkSync(final, join(home, "cluster"));
}

async function initdb(
  program: string,
  path: string,
  passwordFile: string,
  account: Account | undefined,
): Promise<void> {
  const child = spawn(
    program,
    [
      `--pgdata=${path}`,
      `--username=${DATABASE_USER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--no-sync",
      "--no-instructions",
    ],
    { ...account, cwd: "/", env: POSTGRES_ENV, stdio: ["ignore", "ignore", "pipe"] },
  );
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    complaint += chunk;
  });
  const code = await new Promise<number | null | Error>((resolve) => {
    child.once("error", resolve);
    child.once("close", resolve);
  });
  if (code === 0) return;
  const reason = code instanceof Error ? code.message : lastLines(complaint);
  throw new Error(
    `The database couldn't be created in ${path} (${reason}). To fix it, ${adviceFor(reason)}, or set DATABASE_URL to your own Postgres.`,
    { cause: code },
  );
}

/** Nothing of Squadroom's own environment reaches Postgres. */
export const POSTGRES_ENV = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

export function lastLines(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  // Time and pid at the start of each line say nothing here.
  return lines
    .map((line) => line.replace(/^\S+ \S+ UTC \[\d+\] /, ""))
    .slice(-3)
    .join(" · ");
}

export function adviceFor(reason: string): string {
  if (/could not look up effective user ID/.test(reason)) return "run Squadroom as a user that /etc/passwd knows";
  if (/No space left/.test(reason)) return "free some disk space";
  if (/ENOENT|shared libraries|GLIBC/.test(reason)) return "install the packages again on a system with glibc";
  if (/shared memory|semaphore/.test(reason)) return "end the processes that still hold it";
  return "remove that cause";
}

/** A link that leads nowhere is a lost database, not a first start. */
function refuseLostCluster(link: string): void {
  if (existsSync(link) || !lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new Error(
    `The database of ${link} was kept in ${readlinkSync(link)}, which is gone. Bring it back, or remove ${link} to start with an empty database.`,
  );
}

function refuseOtherVersion(path: string): void {
  const file = join(path, "PG_VERSION");
  const version = existsSync(file) ? readFileSync(file, "utf8").trim() : "an unknown version";
  if (version === MAJOR_VERSION) return;
  throw new Error(
    `The database in ${path} was written by Postgres ${version} and this release runs Postgres ${MAJOR_VERSION}. Start the release that wrote it, dump the data there and load it here, or set SQUADROOM_DATA to an empty directory.`,
  );
}

function unsyncedMarker(home: string): string {
  return join(home, "cluster-not-yet-on-disk");
}

async function syncTree(path: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return syncPath(path);
  for (const name of await readdir(path)) await syncTree(join(path, name), signal);
  await syncPath(path);
}

/** Postgres may remove a file meanwhile; a missing one needs no syncing. */
async function syncPath(path: string): Promise<void> {
  try {
    const handle = await open(path, "r");
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
