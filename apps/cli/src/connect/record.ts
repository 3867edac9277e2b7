import { createHash } from "node:crypto";
import { mkdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CliError } from "../failure.ts";
import { RECORD } from "../settings.ts";
import type { Connection } from "./connections.ts";
import { type Change, isSame, put, takeOut } from "./edit.ts";

interface Written {
  file: string;
  /** Its content without any of ours; `null`: it did not exist. */
  before: string | null;
  /** Hash of what was written: if it is found again, `before` can be put back, to the byte. */
  after: string;
  /** Folders created for it. */
  made: string[];
  changes: { by: string; change: Change }[];
}

interface Record {
  version: 1;
  connections: Connection[];
  files: Written[];
}

export interface Edit {
  file: string;
  /** Its present content; `null`: there is none. */
  now: string | null;
  then: string | null;
  written: Written;
}

/** What `connect` wrote where, so that `disconnect` takes out just that. */
export class ConnectRecord {
  private constructor(
    private readonly path: string,
    private record: Record,
  ) {}

  static async open(folder: string): Promise<ConnectRecord> {
    const path = join(folder, RECORD);
    const text = await readText(path);
    const none: Record = { version: 1, connections: [], files: [] };
    try {
      const found = text === null ? none : (JSON.parse(text) as Record);
      return new ConnectRecord(path, found.version === 1 ? found : none);
    } catch {
      throw new CliError(
        "record_unreadable",
        `${path} is damaged; it says what was written where.`,
        "Remove it and connect again.",
      );
    }
  }

  get connections(): readonly Connection[] {
    return this.record.connections;
  }

  /** What becomes of the files if this connection exists with these changes; with none, if it is gone. */
  async plan(connection: Connection, changes: readonly Change[]): Promise<Edit[]> {
    const by = keyOf(connection);
    const files = new Set([
      ...changes.map(({ file }) => file),
      ...this.record.files.filter((one) => one.changes.some((of) => of.by === by)).map((f) => f.file),
    ]);
    return Promise.all(
      [...files].map((file) =>
        this.planFile(
          file,
          by,
          changes.filter((change) => change.file === file),
        ),
      ),
    );
  }

  private async planFile(file: string, by: string, own: readonly Change[]): Promise<Edit> {
    const known = this.record.files.find((one) => one.file === file);
    const now = await readText(file);
    const changes = [
      ...(known?.changes ?? []).filter((one) => one.by !== by),
      ...own.map((change) => ({ by, change })),
    ];
    const isOurs = known !== undefined && now !== null && hashOf(now) === known.after;
    const before = isOurs
      ? known.before
      : without(now, [...(known?.changes ?? []).map(({ change }) => change), ...own]);
    const distinct = changes
      .map(({ change }) => change)
      .filter((change, at, all) => all.findIndex((one) => isSame(one, change)) === at);
    const then = distinct.reduce<string | null>(put, before);
    const written = { file, before, after: hashOf(then ?? ""), made: known?.made ?? [], changes };
    return { file, now, then, written };
  }

  /** Writes what was planned, unless somebody has written meanwhile. */
  async carryOut(edits: readonly Edit[], connections: readonly Connection[]): Promise<void> {
    for (const { file, now } of edits)
      if ((await readText(file)) !== now)
        throw new CliError("file_changed", `${file} was changed meanwhile.`, "Run this again; nothing was written.");
    for (const { file, now, then, written } of edits) {
      if (then === null) await removeFile(file, written.made);
      else if (then !== now) written.made = [...written.made, ...(await writeWhole(file, then))];
    }
    const others = this.record.files.filter(({ file }) => !edits.some((edit) => edit.file === file));
    const kept = edits.map(({ written }) => written).filter(({ changes }) => changes.length > 0);
    this.record = { version: 1, connections: [...connections], files: [...others, ...kept] };
    await writeWhole(this.path, `${JSON.stringify(this.record, null, 2)}\n`);
  }
}

export function keyOf({ harness, folder, agentId }: Connection): string {
  return `${harness} ${agentId} ${folder}`;
}

function without(text: string | null, changes: readonly Change[]): string | null {
  return changes.reduce<string | null>((left, change) => (left === null ? null : takeOut(left, change)), text);
}

export async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Written beside and renamed, at the end of links; permissions stay. Returns the folders that it created. */
export async function writeWhole(file: string, text: string): Promise<string[]> {
  const made = await foldersFor(dirname(file));
  const target = await realpath(file).catch(() => file);
  const mode = (await stat(target).catch(() => null))?.mode ?? 0o600;
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  await writeFile(beside, text, { mode });
  await rename(beside, target);
  return made;
}

async function foldersFor(folder: string): Promise<string[]> {
  if (await stat(folder).catch(() => null)) return [];
  const above = await foldersFor(dirname(folder));
  await mkdir(folder, { mode: 0o700 });
  return [...above, folder];
}

async function removeFile(file: string, made: readonly string[]): Promise<void> {
  await rm(file, { force: true });
  // Folders in which others have put something stay.
  for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
