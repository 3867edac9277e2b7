import { useEffect, useRef } from "react";

/**
 * A row that was put aside, left the list and is in it again has come back by itself: from then on it is like any
 * other.
 *
 * @param aside what is shown as put aside
 * @param live what is asked now
 */
export function useReturned(
  aside: readonly string[],
  live: ReadonlySet<string>,
  onReturned: (ids: readonly string[]) => void,
): void {
  const left = useRef(new Set<string>());
  useEffect(() => {
    const back = aside.filter((id) => left.current.has(id) && live.has(id));
    left.current = new Set(aside.filter((id) => !live.has(id)));
    if (back.length > 0) onReturned(back);
  });
}
