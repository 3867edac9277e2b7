import { createStore, useStore } from "../../store/store.ts";

const KEY = "squadroom.notifications";

/** Ids of the people who want to be notified in this browser. */
const wishes = createStore<readonly string[]>(load());

function load(): readonly string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(known) ? known.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export const canNotify = "Notification" in globalThis;

export function isWished(personId: string): boolean {
  return canNotify && Notification.permission === "granted" && wishes.get().includes(personId);
}

export function useWish(personId: string): boolean {
  return useStore(wishes).includes(personId) && isWished(personId);
}

/** Asks the browser if it has not been asked; resolves to whether it lets us. */
export async function wish(personId: string, on: boolean): Promise<boolean> {
  const others = wishes.get().filter((id) => id !== personId);
  const isAllowed = !on || (await Notification.requestPermission()) === "granted";
  const next = on && isAllowed ? [...others, personId] : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // No storage: the choice holds until the page closes.
  }
  wishes.set(next);
  return isAllowed;
}
