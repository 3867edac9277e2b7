import { REASONS, WISDOM_KINDS } from "../delivery/wisdom-kinds.ts";
import { type Glob, matches, normalisePath, readGlob, type Work } from "../kernel/glob.ts";
import type { RoleName, SessionId } from "../kernel/ids.ts";
import { oncePer } from "../kernel/once-per.ts";
import type { WisdomEntry } from "./wisdom.ts";

/** What an entry is compared with. */
export interface Reader {
  role: RoleName;
  sessionId: SessionId | null;
  /** Paths or patterns that the work is about. */
  files: readonly string[];
  labels: readonly string[];
}

export type Reason = (typeof REASONS)[number];

export interface Relevant {
  entry: WisdomEntry;
  reasons: Reason[];
}

/** Work for comparing paths with patterns, for one reader. */
const COMPARE_WORK = 200_000;

/** The last answer to a reader of a room's entries: a delivery's text and its facts ask for the same. */
const told = new WeakMap<readonly WisdomEntry[], { key: string; all: readonly Relevant[] }>();

/**
 * What this reader may know, the most important first: decisions and conventions of the room, then those of its
 * session, then issues and learnings about its files, its labels or its role, then all others. Within that, the better
 * match first, then the newer one. Another session's entries are never included, nor those for other roles.
 */
export function relevantTo(live: readonly WisdomEntry[], reader: Reader): readonly Relevant[] {
  const key = JSON.stringify(reader);
  const known = told.get(live);
  if (known?.key === key) return known.all;
  const work: Work = { left: COMPARE_WORK };
  const about = readAbout(reader);
  const all = live
    .filter((entry) => isFor(entry, reader))
    // The newest first: whatever the old ones cost, new ones are compared.
    .sort((a, b) => b.id - a.id)
    .map((entry) => ({ entry, reasons: reasonsOf(entry, reader, about, work) }))
    .map((one) => ({ ...one, rank: rankOf(one), score: scoreOf(one.reasons) }))
    .sort((a, b) => a.rank - b.rank || b.score - a.score || b.entry.id - a.entry.id)
    .map(({ entry, reasons }) => ({ entry, reasons }));
  told.set(live, { key, all });
  return all;
}

/** Whether it belongs to the room or the reader's session, and is not only for other roles. */
export function isFor({ scope, sessionId, roles }: WisdomEntry, reader: Pick<Reader, "role" | "sessionId">): boolean {
  if (scope === "session" && sessionId !== reader.sessionId) return false;
  return roles.length === 0 || roles.includes(reader.role);
}

/** What an entry or a reader is about, read once. */
interface About {
  paths: readonly ReadPath[];
  labels: ReadonlySet<string>;
}

interface ReadPath {
  path: string;
  parts: readonly string[];
  /** With its slash, for everything below it. */
  folder: string;
  glob: Glob;
}

function readAbout({ files, labels }: Pick<Reader, "files" | "labels">): About {
  const paths = files.flatMap((file) => {
    const path = normalisePath(file);
    if (path === null) return [];
    const folder = `${path.replace(/\/\*\*$/, "")}/`;
    return [{ path, parts: path.split("/"), folder, glob: readGlob(path) }];
  });
  return { paths, labels: new Set(labels.map((label) => label.toLowerCase())) };
}

/** Entries never change. */
const aboutOf = oncePer((entry: WisdomEntry): About => readAbout(entry));

function reasonsOf(entry: WisdomEntry, reader: Reader, wanted: About, work: Work): Reason[] {
  const { roles, by, scope, sessionId } = entry;
  const { paths, labels } = aboutOf(entry);
  const isOwn = roles.includes(reader.role) || (by.kind === "agent" && by.role === reader.role);
  const met: Record<Reason, boolean> = {
    files: work.left > 0 && paths.some((one) => wanted.paths.some((other) => meet(one, other, work))),
    labels: [...labels].some((label) => wanted.labels.has(label)),
    role: isOwn,
    session: sessionId !== null && sessionId === reader.sessionId,
    room: scope === "room",
  };
  return REASONS.filter((reason) => met[reason]);
}

/** Binding entries come first; what agents learned only if it touches their work. */
function rankOf({ entry, reasons }: Relevant): number {
  const isBinding = entry.kind === "decision" || entry.kind === "convention";
  if (isBinding) return entry.scope === "room" ? WISDOM_KINDS.indexOf(entry.kind) : 2;
  return isClose(reasons) ? 3 : 4;
}

const WEIGHTS: Record<Reason, number> = { files: 8, labels: 4, role: 2, session: 1, room: 0 };

function scoreOf(reasons: readonly Reason[]): number {
  return reasons.reduce((sum, reason) => sum + WEIGHTS[reason], 0);
}

/** It is about the reader's own work. */
export function isClose(reasons: readonly Reason[]): boolean {
  return scoreOf(reasons) > 0;
}

/** Two paths or patterns that may mean one file: one covers the other, or is a folder above it. */
function meet(one: ReadPath, other: ReadPath, work: Work): boolean {
  if (work.left-- <= 0) return false;
  const covers = ({ glob, folder }: ReadPath, { path, parts }: ReadPath) =>
    path.startsWith(folder) || matches(glob, parts, work);
  return one.path === other.path || covers(one, other) || covers(other, one);
}
