import { useEffect, useRef, useState } from "react";

/**
 * The value, at most once in `ms`: a single change is shown at once, constant change in steps that a person can read.
 */
export function useCalm<T>(value: T, ms: number): T {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  const shownAt = useRef(0);
  useEffect(() => {
    latest.current = value;
    if (Object.is(value, shown)) return;
    const show = (): void => {
      shownAt.current = performance.now();
      setShown(latest.current);
    };
    const wait = shownAt.current + ms - performance.now();
    if (wait <= 0) return show();
    const timer = setTimeout(show, wait);
    return () => clearTimeout(timer);
  }, [value, shown, ms]);
  return shown;
}
