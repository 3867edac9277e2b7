/** The part of `localStorage` that is used. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Most drafts kept for one person: a draft is for days, not an archive. */
const COUNT_MAX = 200;
/** UTF-16 units of all of them, and of one. */
const TOTAL_MAX = 1_500_000;
const ONE_MAX = 400_000;
export const AGE_MAX_MS = 30 * 24 * 3_600_000;

const PREFIX = "squadroom.draft.";

interface Entry {
  /** As stored on the shelf; `null` if there was no room for it. */
  raw: string | null;
  value: unknown;
  at: number;
}

/** Texts that a person has begun and not sent, by key: on this browser's shelf, shared by its tabs. */
export interface Drafts {
  get: (key: string) => unknown;
  keys: () => string[];
  /** `onShelf: false`: only while the page lives, and only in this tab. */
  set: (key: string, value: unknown, onShelf?: boolean) => void;
  remove: (key: string) => void;
  /** The server has this value: it is removed, and what was typed since stays. */
  settle: (key: string, value: unknown) => void;
  subscribe: (tell: () => void) => () => void;
  /** Another tab wrote this item of the shelf, or all of it (`null`). */
  reread: (item: string | null) => void;
}

/** Drafts are one person's: the next person to sign in at the same browser does not see them. */
export function createDrafts(shelf: Shelf | null, person: string, now: () => number): Drafts {
  const prefix = `${PREFIX}${person}.`;
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const one of listeners) one();
  };
  const putOnShelf = (key: string, raw: string): boolean => {
    try {
      shelf?.setItem(prefix + key, raw);
      return shelf !== null;
    } catch {
      return false;
    }
  };
  const takeFromShelf = (key: string): void => {
    try {
      shelf?.removeItem(prefix + key);
    } catch {
      // Nothing was kept there.
    }
  };
  const drop = (key: string): void => {
    entries.delete(key);
    takeFromShelf(key);
  };
  const oldest = (but: string): string | undefined =>
    [...entries].filter(([key, { raw }]) => key !== but && raw !== null).sort(([, a], [, b]) => a.at - b.at)[0]?.[0];
  const isFull = (): boolean => {
    const kept = [...entries.values()].filter(({ raw }) => raw !== null);
    return kept.length > COUNT_MAX || kept.reduce((sum, { raw }) => sum + (raw?.length ?? 0), 0) > TOTAL_MAX;
  };
  /** Older ones make room. */
  const makeRoom = (key: string): void => {
    while (isFull()) {
      const last = oldest(key);
      if (last === undefined) return;
      drop(last);
    }
  };
  const readOne = (key: string): void => {
    const raw = itemOf(shelf, prefix + key);
    const known = entries.get(key);
    if (raw === null) {
      // One that never found room on the shelf can't have been removed from it.
      if (known && known.raw !== null) entries.delete(key);
      return;
    }
    if (known?.raw === raw) return;
    const read = parse(raw);
    if (read && now() - read.at <= AGE_MAX_MS) entries.set(key, { raw, ...read });
    else drop(key);
  };
  const readAll = (): void => {
    for (const item of new Set([
      ...itemsOf(shelf).filter((one) => one.startsWith(prefix)),
      ...[...entries.keys()].map((key) => prefix + key),
    ]))
      readOne(item.slice(prefix.length));
    sweepOthers(shelf, prefix, now());
  };
  readAll();
  return {
    get: (key) => entries.get(key)?.value,
    keys: () => [...entries.keys()],
    set: (key, value, onShelf = true) => {
      const at = now();
      const raw = JSON.stringify({ at, value });
      const fits = onShelf && raw.length <= ONE_MAX;
      entries.set(key, { raw: fits ? raw : null, value, at });
      if (fits) {
        makeRoom(key);
        let isKept = putOnShelf(key, raw);
        for (let last = oldest(key); !isKept && shelf && last !== undefined; last = oldest(key)) {
          drop(last);
          isKept = putOnShelf(key, raw);
        }
        if (!isKept) entries.set(key, { raw: null, value, at });
      }
      if (!fits) takeFromShelf(key);
      tell();
    },
    remove: (key) => {
      if (!entries.has(key)) return;
      drop(key);
      tell();
    },
    settle: (key, value) => {
      const entry = entries.get(key);
      if (!entry || JSON.stringify(entry.value) !== JSON.stringify(value)) return;
      drop(key);
      tell();
    },
    subscribe: (one) => {
      listeners.add(one);
      return () => void listeners.delete(one);
    },
    reread: (item) => {
      if (item === null) readAll();
      else if (item.startsWith(prefix)) readOne(item.slice(prefix.length));
      else return;
      tell();
    },
  };
}

function itemOf(shelf: Shelf | null, item: string): string | null {
  try {
    return shelf?.getItem(item) ?? null;
  } catch {
    return null;
  }
}

function itemsOf(shelf: Shelf | null): string[] {
  if (shelf === null) return [];
  return Array.from({ length: shelf.length }, (_, at) => shelf.key(at)).filter(
    (item): item is string => item?.startsWith(PREFIX) ?? false,
  );
}

/** Drafts that somebody else left at this browser don't stay forever either. */
function sweepOthers(shelf: Shelf | null, prefix: string, now: number): void {
  for (const item of itemsOf(shelf)) {
    if (item.startsWith(prefix)) continue;
    const read = parse(itemOf(shelf, item) ?? "");
    if (read === null || now - read.at > AGE_MAX_MS) shelf?.removeItem(item);
  }
}

function parse(raw: string): { at: number; value: unknown } | null {
  try {
    const read = JSON.parse(raw) as { at?: unknown; value?: unknown } | null;
    return read !== null && typeof read === "object" && typeof read.at === "number" && "value" in read
      ? { at: read.at, value: read.value }
      : null;
  } catch {
    return null;
  }
}

/** A draft of an older page may have another shape: one that does not match the form is not put into it. */
export function isLike<T>(value: unknown, pattern: T): value is T {
  if (pattern === null || pattern === undefined) return true;
  if (Array.isArray(pattern)) return Array.isArray(value);
  if (typeof pattern !== "object") return typeof value === typeof pattern;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(pattern).every(([name, part]) => isLike((value as Record<string, unknown>)[name], part));
}
