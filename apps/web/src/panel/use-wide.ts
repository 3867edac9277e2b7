import { useSyncExternalStore } from "react";

/** From this width a panel is beside what opened it; below, there is room for one of them. */
const WIDE = "(min-width: 1024px)";
/** A phone, or a window at a high zoom. */
const NARROW = "(max-width: 760px)";

export const useWide = (): boolean => useMedia(WIDE);
export const useNarrow = (): boolean => useMedia(NARROW);

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (tell) => {
      const media = matchMedia(query);
      media.addEventListener("change", tell);
      return () => media.removeEventListener("change", tell);
    },
    () => matchMedia(query).matches,
  );
}
