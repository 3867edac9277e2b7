import { type AnyRouter, useSearch } from "@tanstack/react-router";

/** What an address may name besides its page: the task, the backlog item or the entry of wisdom whose panel is open. */
type Opened = { task: string; item: number; entry: number };
type Kind = keyof Opened;
/** Marks the history entry: the one right before it is without the panel. */
type Entry = { panelCameHere?: boolean };

let router: AnyRouter | undefined;
/** Going back ends when the browser says so; what is opened next builds on the entry that is then current. */
let closing: Promise<void> = Promise.resolve();

/** Once, when the page starts: panels are opened from anywhere, and the address says which one. */
export function keepPanelsIn(of: AnyRouter): void {
  router = of;
}

export function useOpened<K extends Kind>(kind: K): Opened[K] | null {
  return useSearch({ strict: false, select: (search) => search[kind] ?? null }) as Opened[K] | null;
}

/**
 * Opens a panel on the page, or shows something else in the one that is open, so that going back closes it at once,
 * however many have been looked at.
 *
 * @param to another page, if this one does not have the panel
 */
export async function openPanel<K extends Kind>(
  kind: K,
  id: Opened[K],
  to: { path: string } | null = null,
): Promise<void> {
  await closing;
  if (!router) return;
  const { search, state } = router.latestLocation;
  const isOpen = search[kind] !== undefined && to === null;
  await router.navigate({
    to: to?.path ?? ".",
    search: (before: object) => (to ? { [kind]: id } : { ...before, [kind]: id }),
    replace: isOpen,
    resetScroll: false,
    state: { panelCameHere: isOpen ? (state as Entry).panelCameHere : to === null } as object,
  });
}

export function closePanel(kind: Kind): void {
  const here = router?.latestLocation;
  if (!router || here?.search[kind] === undefined) return;
  if ((here.state as Entry).panelCameHere) {
    closing = new Promise((resolve) => window.addEventListener("popstate", () => resolve(), { once: true }));
    router.history.back();
    return;
  }
  void router.navigate({
    to: ".",
    search: (before: object) => ({ ...before, [kind]: undefined }),
    replace: true,
    resetScroll: false,
  });
}
