import { createStore, useStore } from "../store/store.ts";

/** What one person prefers on one device. Saved locally, never sent. */
export type Preferences = {
  theme: "light" | "dark" | "system";
  /** Shortcuts made of one plain key (j, k, g r …). */
  singleKeys: boolean;
  roomsAs: "grid" | "list";
  /** The room that was open last, by name. */
  lastRoom: string | null;
};

const KEY = "squadroom.preferences";
const DEFAULTS: Preferences = {
  theme: "system",
  singleKeys: true,
  roomsAs: "grid",
  lastRoom: null,
};

const store = createStore(load());

function load(): Preferences {
  try {
    return {
      ...DEFAULTS,
      ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>),
    };
  } catch {
    return DEFAULTS;
  }
}

function pinTheme(theme: Preferences["theme"]): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function publish(next: Preferences): void {
  pinTheme(next.theme);
  store.set(next);
}

export function getPreferences(): Preferences {
  return store.get();
}

export function setPreferences(change: Partial<Preferences>): void {
  const next = { ...store.get(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // No storage: the choice holds until the page closes.
  }
  publish(next);
}

export function usePreferences(): Preferences {
  return useStore(store);
}

/** Another tab of the same browser changed them. */
export function followOtherTabs(): void {
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) publish(load());
  });
}
