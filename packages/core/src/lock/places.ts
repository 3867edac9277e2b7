import { type Glob, matches, type Part, partsOf, readGlob, type Work } from "../kernel/glob.ts";
import type { Lock, LockId } from "./lock.ts";
import { commonLocked, isBelow, isName } from "./overlap.ts";

/** One pattern of a lock, read. */
interface Entry {
  id: LockId;
  glob: Glob;
}

/** Patterns by the names that they begin with: what can match a path lies on the way to it. */
interface Folder {
  here: readonly Entry[];
  below: ReadonlyMap<string, Folder>;
}

const EMPTY: Folder = { here: [], below: new Map() };

/** A cache: it follows from the list, and is carried over from list to list, so that no check reads all of them. */
const known = new WeakMap<readonly Lock[], Folder>();

function placesOf(live: readonly Lock[]): Folder {
  let root = known.get(live);
  if (!root) {
    root = readAll(live);
    known.set(live, root);
  }
  return root;
}

interface Opened extends Folder {
  here: Entry[];
  below: Map<string, Opened>;
}

/** Reads all of them at once, without a copy for each. */
function readAll(live: readonly Lock[]): Folder {
  const folder = (): Opened => ({ here: [], below: new Map() });
  const root = folder();
  for (const { id, patterns } of live)
    for (const pattern of patterns) {
      const glob = readGlob(pattern);
      let at = root;
      for (const name of glob ?? []) {
        if (!isName(name)) break;
        const child = at.below.get(name) ?? folder();
        at.below.set(name, child);
        at = child;
      }
      at.here.push({ id, glob });
    }
  return root;
}

/** A list made from another one by these changes gets its places from it. */
export function carryOn(
  before: readonly Lock[],
  after: readonly Lock[],
  change: { gone?: readonly Lock[]; come?: Lock },
): void {
  const root = known.get(before);
  if (!root) return;
  const left = (change.gone ?? []).reduce(removed, root);
  known.set(after, change.come ? added(left, change.come) : left);
}

function added(root: Folder, { id, patterns }: Lock): Folder {
  return patterns.reduce((at, pattern) => {
    const glob = readGlob(pattern);
    return changed(at, glob ?? [], 0, (here) => [...here, { id, glob }]);
  }, root);
}

function removed(root: Folder, { id, patterns }: Lock): Folder {
  return patterns.reduce(
    (at, pattern) => changed(at, readGlob(pattern) ?? [], 0, (here) => here.filter((entry) => entry.id !== id)),
    root,
  );
}

/** Shares everything that is not on the way. */
function changed(
  at: Folder,
  glob: readonly Part[],
  depth: number,
  change: (here: readonly Entry[]) => readonly Entry[],
): Folder {
  const name = glob[depth];
  if (name === undefined || !isName(name)) return { here: change(at.here), below: at.below };
  const below = new Map(at.below);
  const child = changed(below.get(name) ?? EMPTY, glob, depth + 1, change);
  if (child.here.length === 0 && child.below.size === 0) below.delete(name);
  else below.set(name, child);
  return { here: at.here, below };
}

/** Locks of a path, by number: a pattern matches it, or names a folder that it lies in. */
export function locksAt(live: readonly Lock[], path: string, work: Work): Lock[] {
  const parts = partsOf(path);
  const ids = new Set<LockId>();
  let at: Folder | undefined = placesOf(live);
  for (let depth = 0; at; depth += 1) {
    for (const { id, glob } of at.here) if (isBelow(glob, parts) || matches(glob, parts, work)) ids.add(id);
    at = at.below.get(parts[depth] ?? "");
  }
  return found(live, ids);
}

/** Locks that may match a path which one of these patterns matches too, by number. */
export function locksMeeting(live: readonly Lock[], patterns: readonly string[], work: Work): Lock[] {
  const ids = new Set<LockId>();
  for (const pattern of patterns) {
    const glob = readGlob(pattern);
    const meet = ({ here }: Folder) => {
      for (const entry of here)
        if (!ids.has(entry.id) && commonLocked(glob, entry.glob, work) !== null) ids.add(entry.id);
    };
    const all = (folder: Folder): void => {
      meet(folder);
      for (const child of folder.below.values()) all(child);
    };
    let at: Folder | undefined = placesOf(live);
    for (const part of glob ?? []) {
      if (!isName(part)) {
        all(at);
        at = undefined;
      } else {
        meet(at);
        at = at.below.get(part);
      }
      if (!at) break;
    }
    // What is below a plain path is met, too.
    if (at) all(at);
  }
  return found(live, ids);
}

function found(live: readonly Lock[], ids: ReadonlySet<LockId>): Lock[] {
  return [...ids].sort((a, b) => a - b).map((id) => lockOf(live, id) as Lock);
}

/** By its number: the list is in that order. */
export function lockOf(live: readonly Lock[], id: LockId): Lock | undefined {
  let [from, to] = [0, live.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((live[middle] as Lock).id < id) from = middle + 1;
    else to = middle;
  }
  return live[from]?.id === id ? live[from] : undefined;
}
