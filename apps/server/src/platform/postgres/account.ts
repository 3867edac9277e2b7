import { chmodSync, chownSync, mkdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** The unprivileged user that Postgres runs as when Squadroom itself runs as root. */
export interface Account {
  uid: number;
  gid: number;
}

const NOBODY: Account = { uid: 65534, gid: 65534 };
/** If root has made a user of this name, it is for Postgres alone; others may use `nobody` too. */
const OWN_USER = "squadroom";

/** The user for a new cluster: Postgres runs only as one that the list of users names. */
export function accountIn(users: string): Account {
  for (const line of users.split("\n")) {
    const [name, , uid = "", gid = ""] = line.split(":");
    if (name !== OWN_USER || !/^[1-9]\d*$/.test(uid) || !/^\d+$/.test(gid)) continue;
    return { uid: Number(uid), gid: Number(gid) };
  }
  return NOBODY;
}

/**
 * Postgres refuses to run as root, so root hands it to the cluster's owner, at first to the user `squadroom`, otherwise
 * to nobody. Undefined: it runs as the user that Squadroom runs as.
 *
 * @throws if a normal user opens a cluster that belongs to somebody else
 */
export function accountFor(cluster: string): Account | undefined {
  const owner = statIfThere(cluster);
  const self = process.getuid?.();
  if (self === 0) {
    return owner === undefined || owner.uid === 0 ? accountIn(readUsers()) : { uid: owner.uid, gid: owner.gid };
  }
  if (owner !== undefined && self !== undefined && owner.uid !== self) {
    throw new Error(
      `The database in ${cluster} belongs to user ${owner.uid} and Squadroom runs as user ${self}. Run it as that user or as root, or give the directory to user ${self} with chown -R.`,
    );
  }
  return undefined;
}

/** The first directory on the way to `path` that the account may not enter. */
export function closedAncestor(path: string, account: Account | undefined): string | undefined {
  if (account === undefined) return undefined;
  const parent = dirname(path);
  const above = parent === path ? undefined : closedAncestor(parent, account);
  return above ?? (mayEnter(statSync(path), account) ? undefined : path);
}

/** Whether the account may read and run a file, apart from its directories. */
export function mayRun(file: string, account: Account | undefined): boolean {
  if (account === undefined) return true;
  const stats = statIfThere(file);
  return stats !== undefined && hasBits(stats, account, 0o5);
}

/** Makes a directory of the launcher's own, and its missing parents, which every account may enter. */
export function makeEnterable(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o711 }) ?? path;
  if (process.getuid?.() !== 0) return;
  // The umask, or whoever made it before, may have closed it; what is in it keeps its own modes.
  for (let own = path; own.length >= first.length; own = dirname(own)) {
    chmodSync(own, statSync(own).mode | 0o111);
  }
}

/** Makes an empty directory that belongs to the account alone. */
export function makeOwned(parent: string, name: string, account: Account | undefined): string {
  const path = join(parent, name);
  mkdirSync(path, { mode: 0o700 });
  give(path, account);
  return path;
}

export function give(path: string, account: Account | undefined): void {
  if (account === undefined) return;
  try {
    chownSync(path, account.uid, account.gid);
  } catch (cause) {
    throw new Error(
      `Postgres can't run as root, and this system doesn't let root give ${path} to user ${account.uid}. Run Squadroom as a normal user, or set DATABASE_URL to your own Postgres.`,
      { cause },
    );
  }
}

function mayEnter(stats: Stats, account: Account): boolean {
  return hasBits(stats, account, 0o1);
}

function hasBits(stats: Stats, account: Account, bits: number): boolean {
  const shift = stats.uid === account.uid ? 6 : stats.gid === account.gid ? 3 : 0;
  return ((stats.mode >> shift) & bits) === bits;
}

function readUsers(): string {
  try {
    return readFileSync("/etc/passwd", "utf8");
  } catch {
    return "";
  }
}

function statIfThere(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
