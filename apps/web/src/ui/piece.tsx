import { type ComponentType, createElement, type LazyExoticComponent, lazy } from "react";

/**
 * A piece of a screen that is fetched when it is first shown. One that cannot be fetched (the server is away, or serves
 * a newer page) says so in its place: everything else on the screen stays.
 */
export function pieceOf<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await load().catch(() => Missing) }));
}

const Missing = () =>
  createElement("p", { className: "small muted" }, "Couldn't load this part. Everything else still works.");
