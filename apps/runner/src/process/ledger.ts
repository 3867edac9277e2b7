import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endAll } from "./group.ts";
import { bornAt, type Identity, isRunning } from "./table.ts";

/** A program that a runner started. */
export interface Child {
  /** What it was started for. */
  key: string;
  /** Identifies this start. */
  mark: string;
  /** `null` until it runs, and if the harness doesn't say. */
  pid: number | null;
  born: string | null;
  /** The runner that started it. */
  by: Identity;
}

interface LedgerFile {
  /** `null`: released. */
  owner: Identity | null;
  children: Child[];
}

const EMPTY: LedgerFile = { owner: null, children: [] };

/**
 * The children of a folder's one runner. Every call writes before it returns, so whoever reads the file after this
 * process was killed knows them.
 */
export interface Ledger {
  readonly path: string;
  /** Children that an earlier runner left, all ended by now. */
  readonly reaped: readonly Child[];
  /** To be called before the program is started; @returns the mark for its environment (`markEnv`). */
  expect(key: string): string;
  /** Its process, as soon as it is known. */
  record(mark: string, pid: number): void;
  /** Ends everything that belongs to this start, and removes it from the ledger. @returns whether all of it is gone */
  end(mark: string, graceMs: number): Promise<boolean>;
  /** Lets the next runner in; what still runs is for that one to reap. */
  release(): void;
}

/** Another runner lives in that folder. */
export class FolderInUse extends Error {
  constructor(
    readonly folder: string,
    readonly pid: number,
  ) {
    super(`A runner (pid ${pid}) already works in ${folder}. Stop it, or use another folder.`);
  }
}

/**
 * Makes this process the runner of a folder, and ends what a dead one left.
 *
 * Ledgers are numbered and the highest one counts. It is never removed, only emptied on release, so of several
 * runners that find its owner dead exactly one can make the next, which takes over its children.
 * @throws FolderInUse
 */
export async function openLedger(folder: string, graceMs: number): Promise<Ledger> {
  const born = bornAt(process.pid);
  if (born === null) throw new Error("This process can't read when it was started.");
  mkdirSync(folder, { recursive: true });
  const me = { pid: process.pid, born };
  const { path, number } = claim(folder, me);
  const children = new Map(readLedger(path).children.map((child) => [child.mark, child]));
  const save = (owner: Identity | null = me) => write(path, { owner, children: [...children.values()] });
  const reaped = await reapOrphans(path, graceMs);
  for (const { mark } of reaped) children.delete(mark);
  save();
  // Until here the previous runner's guard had its ledger to read, in case this one had died.
  for (const old of numbers(folder)) if (old < number) rmSync(fileOf(folder, old), { force: true });
  return {
    path,
    reaped,
    expect(key) {
      const mark = randomUUID();
      children.set(mark, { key, mark, pid: null, born: null, by: me });
      save();
      return mark;
    },
    record(mark, pid) {
      const child = children.get(mark);
      if (child === undefined) return;
      children.set(mark, { ...child, pid, born: bornAt(pid) });
      save();
    },
    async end(mark, graceMs) {
      const child = children.get(mark);
      if (child === undefined) return true;
      const isGone = await endAll({ ...child, isRecent: true }, graceMs);
      if (isGone) {
        children.delete(mark);
        save();
      }
      return isGone;
    },
    release: () => save(null),
  };
}

/**
 * Ends what dead runners left running: the process with that pid only if it was born when the ledger
 * says so, with its group and descendants, and whatever bears the mark.
 *
 * @returns those that are gone, whether ended now or earlier
 */
export async function reapOrphans(path: string, graceMs: number): Promise<Child[]> {
  const orphans = readLedger(path).children.filter(({ by }) => !isRunning(by));
  const ended = await Promise.all(orphans.map((child) => endAll({ ...child, isRecent: false }, graceMs)));
  return orphans.filter((_, i) => ended[i]);
}

/** A file that isn't a ledger counts as an empty one: nobody owns it, and nothing in it can be trusted. */
export function readLedger(path: string): LedgerFile {
  try {
    const value = JSON.parse(readFileSync(path, "utf8")) as Partial<LedgerFile> | null;
    const owner = isIdentity(value?.owner) ? value.owner : null;
    return { owner, children: (value?.children ?? []).filter(isChild) };
  } catch {
    return EMPTY;
  }
}

function claim(folder: string, owner: Identity): { path: string; number: number } {
  const draft = join(folder, `claim-${randomUUID()}.json`);
  try {
    for (;;) {
      const last = highest(folder);
      const before = readLedger(fileOf(folder, last));
      if (before.owner !== null && isRunning(before.owner)) throw new FolderInUse(folder, before.owner.pid);
      write(draft, { owner, children: before.children });
      const number = last + 1;
      const path = fileOf(folder, number);
      if (!linkIfFree(draft, path)) continue;
      if (highest(folder) === number) return { path, number };
      // This process slept while others claimed higher and removed the numbers below theirs.
      rmSync(path, { force: true });
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function fileOf(folder: string, number: number): string {
  return join(folder, `children.${number}.json`);
}

function numbers(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => {
    const number = /^children\.(\d+)\.json$/.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

function highest(folder: string): number {
  return Math.max(0, ...numbers(folder));
}

/** In full or not at all, for anybody who reads it at any moment. */
function write(path: string, file: LedgerFile): void {
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, JSON.stringify(file), { mode: 0o600 });
  renameSync(draft, path);
}

function linkIfFree(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function isIdentity(value: unknown): value is Identity {
  const { pid, born } = (value ?? {}) as Record<string, unknown>;
  return Number.isInteger(pid) && typeof born === "string";
}

function isChild(value: unknown): value is Child {
  const { key, mark, pid, by } = (value ?? {}) as Record<string, unknown>;
  const isPid = pid === null || Number.isInteger(pid);
  return typeof key === "string" && typeof mark === "string" && isPid && isIdentity(by);
}
