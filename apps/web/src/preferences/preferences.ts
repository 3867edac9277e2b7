import { useSyncExternalStore } from "react";

/** What one person likes on one device. Saved locally, never sent. */
export type Preferences = {
  theme: "light" | "dark" | "system";
  /** Shortcuts made of one plain key (j, k, g r …). */
  singleKeys: boolean;
  roomsAs: "grid" | "list";
};

const KEY = "squadroom.preferences";
const DEFAULTS: Preferences = { theme: "system", singleKeys: true, roomsAs: "grid" };

let current = load();
const listeners = new Set<() => void>();

function load(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>) };
  } catch {
    return DEFAULTS;
  }
}

function pinTheme(theme: Preferences["theme"]): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function publish(next: Preferences): void {
  current = next;
  pinTheme(next.theme);
  for (const tell of listeners) tell();
}

export function getPreferences(): Preferences {
  return current;
}

export function setPreferences(change: Partial<Preferences>): void {
  const next = { ...current, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // No storage: the choice holds until the page closes.
  }
  publish(next);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, getPreferences);
}

/** Another tab of the same browser changed them. */
export function followOtherTabs(): void {
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) publish(load());
  });
}
