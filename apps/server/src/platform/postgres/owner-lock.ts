import { randomUUID } from "node:crypto";
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processIdentity } from "./process-identity.ts";

interface Owner {
  pid: number;
  identity: string;
  /** Distinguishes two claims of one process. */
  claim: string;
}

export interface OwnerLock {
  /** Throws if another process has taken the lock since. */
  assertHeld(): void;
  release(): void;
}

/**
 * Claims a directory for this process. Claims are numbered and the highest one counts; it is never removed, only
 * emptied on release, so of several processes that find it dead exactly one can make the next. A claim is written in
 * full and linked into place, so none is seen half written, and it names pid and start time, so that a reused pid does
 * not keep a dead claim alive.
 *
 * @throws if another live process (or this one) holds it; the sentence names its pid.
 */
export function claimDirectory(directory: string): OwnerLock {
  const identity = processIdentity(process.pid);
  if (identity === undefined) throw new Error("This process cannot read its own start time.");
  const mine: Owner = { pid: process.pid, identity, claim: randomUUID() };
  const draft = join(directory, `claim-${mine.claim}.json`);
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    const number = claimNext(directory, draft);
    const file = claimFile(directory, number);
    return {
      assertHeld() {
        const highest = highestClaim(directory);
        if (highest !== number || readOwner(file)?.claim !== mine.claim) {
          throw inUse(directory, readOwner(claimFile(directory, highest)));
        }
      },
      release: () => writeFileSync(file, ""),
    };
  } finally {
    rmSync(draft, { force: true });
  }
}

function claimNext(directory: string, draft: string): number {
  for (;;) {
    const last = highestClaim(directory);
    const holder = readOwner(claimFile(directory, last));
    if (holder !== undefined && isAlive(holder)) throw inUse(directory, holder);
    const file = claimFile(directory, last + 1);
    if (!linkIfFree(draft, file)) continue;
    if (highestClaim(directory) === last + 1) {
      for (const old of claimNumbers(directory)) {
        if (old <= last) rmSync(claimFile(directory, old), { force: true });
      }
      return last + 1;
    }
    // This process slept while others claimed higher and removed the numbers below theirs.
    rmSync(file, { force: true });
  }
}

function claimFile(directory: string, number: number): string {
  return join(directory, `owner.${number}.json`);
}

function highestClaim(directory: string): number {
  return Math.max(0, ...claimNumbers(directory));
}

function claimNumbers(directory: string): number[] {
  return readdirSync(directory).flatMap((name) => {
    const number = /^owner\.(\d+)\.json$/.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

function isAlive(owner: Owner): boolean {
  return processIdentity(owner.pid) === owner.identity;
}

function inUse(directory: string, owner: Owner | undefined): Error {
  const who = owner === undefined ? "another Squadroom" : `another Squadroom (pid ${owner.pid})`;
  return new Error(
    `The data directory ${directory} is in use by ${who}. Stop it, or set SQUADROOM_DATA to another directory.`,
  );
}

function readOwner(file: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isOwner(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isOwner(value: unknown): value is Owner {
  return (
    typeof value === "object" &&
    value !== null &&
    "pid" in value &&
    typeof value.pid === "number" &&
    "identity" in value &&
    typeof value.identity === "string" &&
    "claim" in value &&
    typeof value.claim === "string"
  );
}

function linkIfFree(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
