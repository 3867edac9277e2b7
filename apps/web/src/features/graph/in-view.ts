import { type RefObject, useEffect, useState } from "react";

/** A part of a graph, in its own CSS pixels. */
export interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A region grows and shrinks by whole tiles, so that a graph isn't redrawn at each pixel; CSS pixels. */
const TILE = 600;

/** The visible part of an element, and a tile around it; `null` while that isn't known. */
export function useRegion(ref: RefObject<HTMLElement | null>, isNeeded: boolean): Region | null {
  const [region, setRegion] = useState<Region | null>(null);
  useEffect(() => {
    const inner = ref.current;
    const outer = inner?.parentElement;
    if (!isNeeded || !inner || !outer) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      const next = regionOf(inner.getBoundingClientRect(), outer.getBoundingClientRect(), page);
      setRegion((last) => (last && isSame(last, next) ? last : next));
    };
    const ask = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    // Whatever scrolls, the graph or the page around it.
    document.addEventListener("scroll", ask, { capture: true, passive: true });
    const sizes = new ResizeObserver(ask);
    sizes.observe(outer);
    sizes.observe(document.documentElement);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("scroll", ask, { capture: true });
      sizes.disconnect();
    };
  }, [ref, isNeeded]);
  return region;
}

/** What is visible of `inner` through `outer` and the page, in whole tiles plus one on each side. */
export function regionOf(inner: Region, outer: Region, page: Region): Region {
  const down = (px: number) => (Math.floor(px / TILE) - 1) * TILE;
  const up = (px: number) => (Math.ceil(px / TILE) + 1) * TILE;
  return {
    left: down(Math.max(outer.left, page.left) - inner.left),
    top: down(Math.max(outer.top, page.top) - inner.top),
    right: up(Math.min(outer.right, page.right) - inner.left),
    bottom: up(Math.min(outer.bottom, page.bottom) - inner.top),
  };
}

/** Whether any part of a rectangle lies in the region. */
export function isIn(region: Region, { left, top, right, bottom }: Region): boolean {
  return left <= region.right && right >= region.left && top <= region.bottom && bottom >= region.top;
}

function isSame(a: Region, b: Region): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}
