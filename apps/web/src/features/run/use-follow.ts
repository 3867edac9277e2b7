import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Within this distance of the end, the end is in sight, px. */
const END_PX = 24;

/** A box that stays at its end while more comes, for as long as the end is in sight. */
export function useFollow(grown: unknown) {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const toEnd = useCallback((): void => {
    follows.current = true;
    setAtEnd(true);
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);
  // In the frame in which it is drawn.
  useLayoutEffect(() => {
    if (grown && follows.current) toEnd();
  }, [grown, toEnd]);
  useEffect(() => {
    const element = box.current;
    if (!element || !inner.current) return;
    const onScroll = (): void => {
      const rest = element.scrollHeight - element.scrollTop - element.clientHeight;
      follows.current = rest <= END_PX;
      setAtEnd(follows.current);
    };
    // Formatted text comes a moment later, and the window may be made smaller.
    const sizes = new ResizeObserver(() => follows.current && toEnd());
    sizes.observe(inner.current);
    sizes.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [toEnd]);
  return { box, inner, atEnd, toEnd };
}
