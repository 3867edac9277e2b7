import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Within this distance of the end, the end is in sight, px. */
const END_PX = 24;

/** What stays at its end while more comes, for as long as the end is in sight: a box, or a page without a box in it. */
export function useFollow(grown: unknown) {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const toEnd = useCallback((): void => {
    follows.current = true;
    setAtEnd(true);
    const seen = seenOf(box.current);
    if (seen && seen.rest > 0) seen.scrolls.scrollTop += seen.rest;
  }, []);
  // In the frame in which it is drawn.
  useLayoutEffect(() => {
    if (grown && follows.current) toEnd();
  }, [grown, toEnd]);
  useEffect(() => {
    const element = box.current;
    if (!element || !inner.current) return;
    const onScroll = (): void => {
      follows.current = (seenOf(element)?.rest ?? 0) <= END_PX;
      setAtEnd(follows.current);
    };
    // Formatted text comes a moment later, and the window may be made smaller.
    const sizes = new ResizeObserver(() => follows.current && toEnd());
    sizes.observe(inner.current);
    sizes.observe(element);
    document.addEventListener("scroll", onScroll, { capture: true, passive: true });
    return () => {
      sizes.disconnect();
      document.removeEventListener("scroll", onScroll, { capture: true });
    };
  }, [toEnd]);
  return { box, inner, atEnd, toEnd };
}

/** What scrolls the box, itself or its page, and how far below what is seen the end is: with the page, that of its column. */
function seenOf(box: HTMLElement | null): { scrolls: Element; rest: number } | null {
  if (!box) return null;
  if (getComputedStyle(box).overflowY !== "visible")
    return { scrolls: box, rest: box.scrollHeight - box.scrollTop - box.clientHeight };
  const scrolls = box.closest(".run-page");
  const column = box.closest(".run-left");
  if (!scrolls || !column) return null;
  const foot = scrolls.querySelector(".run-live")?.clientHeight ?? 0;
  return { scrolls, rest: column.getBoundingClientRect().bottom - scrolls.getBoundingClientRect().bottom + foot };
}
