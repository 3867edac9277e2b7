import { useRef, useSyncExternalStore } from "react";
import { now } from "../clock/now.ts";
import { createDrafts, type Drafts, isLike, type Shelf } from "./drafts.ts";
import { draftsOwner } from "./owner.ts";

let owner: string | null = null;
let current: Drafts = createDrafts(null, "", now);

/** Those of whoever is signed in. */
function drafts(): Drafts {
  const person = draftsOwner();
  if (person !== null && person !== owner) {
    if (owner === null) followTabs();
    owner = person;
    current = createDrafts(shelf(), person, now);
  }
  return current;
}

/** What this browser's other tabs write is shown here too; a tab that slept looks again when it wakes. */
function followTabs(): void {
  addEventListener("storage", ({ key }) => drafts().reread(key));
  addEventListener("pageshow", () => drafts().reread(null));
  document.addEventListener("visibilitychange", () => !document.hidden && drafts().reread(null));
}

function shelf(): Shelf | null {
  try {
    return localStorage;
  } catch {
    // The browser keeps nothing: drafts live as long as the page.
    return null;
  }
}

/** One value that a person writes, wherever that may be. */
export interface Draft<T> {
  value: T;
  /** It was begun before this form opened. */
  isKept: boolean;
  set: (value: T) => void;
  /** Changes some of its members. */
  edit: (change: Partial<T>) => void;
  /** The server has accepted this value: only what was typed since stays. */
  sent: (value: T) => void;
  discard: () => void;
}

export function getDraft<T>(key: string, initial: T): T {
  const value = drafts().get(key);
  return value !== undefined && isLike(value, initial) ? value : initial;
}

/** An unchanged value is not a draft. */
export function setDraft<T>(key: string, value: T, initial: T, isSecret = false): void {
  if (JSON.stringify(value) === JSON.stringify(initial)) drafts().remove(key);
  else drafts().set(key, value, !isSecret);
}

export function discardDraft(key: string): void {
  drafts().remove(key);
}

export function settleDraft(key: string, value: unknown): void {
  drafts().settle(key, value);
}

/** Keys of all drafts that begin with this. */
export function draftKeys(start: string): string[] {
  return drafts()
    .keys()
    .filter((key) => key.startsWith(start));
}

/** The first of these prefixes that a draft's key has, or -1; `null`: not looked for. */
export function useDraftAmong(starts: readonly (string | null)[]): number {
  return useSyncExternalStore(subscribe, () =>
    starts.findIndex((start) => start !== null && draftKeys(start).length > 0),
  );
}

const subscribe = (tell: () => void): (() => void) => drafts().subscribe(tell);

/**
 * For every text that a person types: in place of `useState`. It survives a reload, leaving and coming back, and the
 * closing of its dialog or tab, and is the same in all tabs.
 *
 * @param key what it is about, the same whenever the form opens
 * @param isSecret it holds what lets somebody in: never stored, kept only while the page lives
 */
export function useDraft<T>(key: string, initial: T, isSecret = false): Draft<T> {
  const kept = useSyncExternalStore(subscribe, () => drafts().get(key));
  const opened = useRef<{ key: string; isKept: boolean }>({ key: "", isKept: false });
  if (opened.current.key !== key) opened.current = { key, isKept: kept !== undefined };
  if (kept === undefined) opened.current.isKept = false;
  const value = kept !== undefined && isLike(kept, initial) ? kept : initial;
  const set = (next: T): void => setDraft(key, next, initial, isSecret);
  return {
    value,
    isKept: opened.current.isKept,
    set,
    edit: (change) => set({ ...getDraft(key, initial), ...change }),
    sent: (taken) => settleDraft(key, taken),
    discard: () => discardDraft(key),
  };
}
