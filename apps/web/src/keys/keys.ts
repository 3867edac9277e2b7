import { useLayoutEffect, useRef } from "react";
import { getPreferences } from "../preferences/preferences.ts";
import { chooseShortcut, chordOf, isSingleKey } from "./chord.ts";
import { isField } from "./field.ts";
import { isResting } from "./rest.ts";

export type KeyGroup = "anywhere" | "go" | "list" | "room";

export type Shortcut = {
  /** "j", "g r", "Mod+k", "Escape" */
  keys: string;
  group: KeyGroup;
  label: string;
  run: () => void;
  /** It answers something: inactive just after that has appeared. */
  answers?: boolean;
  /** Active even while a text field has the focus. */
  inFields?: boolean;
  /** Its row in the list of keys: one for several of a kind, `null` for the others of them. */
  shown?: string | null;
};

const SEQUENCE_MS = 1_200;
const active = new Set<{ current: readonly Shortcut[] }>();
let typed: string[] = [];
let typedAt = 0;

export function activeShortcuts(): Shortcut[] {
  return [...active].flatMap((entry) => entry.current);
}

/** A dialog is open over the page: the page's own keys rest. Beside a panel they stay active. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"]:not([data-panel]),[role="menu"],[role="alertdialog"]') !== null;
}

/** Until when single keys are the rest of a word whose field has disappeared. */
let restUntil = 0;
const REST_MS = 800;

/** Single keys rest until the person has stopped typing. */
export function restKeys(): void {
  restUntil = performance.now() + REST_MS;
}

function onKeyDown(event: KeyboardEvent): void {
  const chord = event.defaultPrevented ? undefined : chordOf(event);
  if (!chord) return;
  if (chord.length === 1 && performance.now() < restUntil) return restKeys();
  if (event.timeStamp - typedAt > SEQUENCE_MS) typed = [];
  typedAt = event.timeStamp;
  typed = [...typed, chord].slice(-3);
  const inField = isField(event.target);
  const covered = isCovered();
  const possible = activeShortcuts().filter(({ keys, inFields }) => {
    if (inField && !inFields) return false;
    if (covered && !keys.startsWith("Mod+")) return false;
    return !isSingleKey(keys) || getPreferences().singleKeys;
  });
  const shortcut = chooseShortcut(typed, possible);
  if (!shortcut) return;
  event.preventDefault();
  typed = [];
  if (!shortcut.answers || !isResting("key")) shortcut.run();
}

export function listenForKeys(): void {
  document.addEventListener("keydown", onKeyDown);
}

/** Shortcuts that are active while the calling component is on the page, from the moment it can be seen. */
export function useKeys(shortcuts: readonly Shortcut[]): void {
  const entry = useRef(shortcuts);
  useLayoutEffect(() => {
    entry.current = shortcuts;
  });
  useLayoutEffect(() => {
    active.add(entry);
    return () => void active.delete(entry);
  }, []);
}
