import { useSyncExternalStore } from "react";

/** From here on a panel stands beside what it was opened from; below there is room for one of them. */
const WIDE = "(min-width: 1024px)";

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
}

function subscribe(tell: () => void): () => void {
  const wide = matchMedia(WIDE);
  wide.addEventListener("change", tell);
  return () => wide.removeEventListener("change", tell);
}
