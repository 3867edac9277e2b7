import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";
import { toast } from "./toasts.ts";

type Late<P> = ((props: P) => ReactNode) & {
  /** Fetches it before it is needed, so that it is there even if the server is not. */
  preload: () => void;
};

/**
 * A part of the screen that is fetched when it is first opened. If it cannot be fetched it says so and closes: what is
 * on the screen stays.
 */
export function late<P extends { onClose: () => void }>(load: () => Promise<ComponentType<P>>): Late<P> {
  let loaded: ComponentType<P> | undefined;
  const fetchIt = (): Promise<void> =>
    load().then((component) => {
      loaded = component;
    });
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, when its module loads
  const LatePart = (props: P): ReactNode => {
    const [isThere, setThere] = useState(loaded !== undefined);
    const { onClose } = props;
    useEffect(() => {
      if (isThere) return;
      let isWanted = true;
      fetchIt().then(
        () => isWanted && setThere(true),
        () => {
          if (!isWanted) return;
          toast("Couldn't load this part. Everything else still works.", { tone: "bad" });
          onClose();
        },
      );
      return () => {
        isWanted = false;
      };
    }, [isThere, onClose]);
    return loaded ? createElement(loaded, props) : null;
  };
  return Object.assign(LatePart, { preload: () => void fetchIt().catch(() => undefined) });
}

/** Once the page has nothing better to do. */
export function preloadLater(...parts: readonly { preload: () => void }[]): () => void {
  const timer = setTimeout(() => {
    for (const part of parts) part.preload();
  }, PRELOAD_AFTER_MS);
  return () => clearTimeout(timer);
}

const PRELOAD_AFTER_MS = 2_000;
