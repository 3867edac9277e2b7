import { type RefObject, useEffect, useState } from "react";

/** After this long without a movement nobody is aiming at anything, ms. */
const REST_MS = 2_000;

/**
 * False while a mouse moves over the box or text in it is selected: then nothing may shift under it. A finger holds
 * nothing back; it scrolls.
 */
export function usePointerRest(box: RefObject<HTMLElement | null>): boolean {
  const [resting, setResting] = useState(true);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isSelecting = (): boolean => {
      const selection = document.getSelection();
      return selection !== null && !selection.isCollapsed && element.contains(selection.anchorNode);
    };
    const settle = (): void => {
      clearTimeout(timer);
      if (isSelecting()) timer = setTimeout(settle, REST_MS);
      else setResting(true);
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerType !== "mouse") return;
      setResting(false);
      clearTimeout(timer);
      timer = setTimeout(settle, REST_MS);
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerleave", settle);
    return () => {
      clearTimeout(timer);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerleave", settle);
    };
  }, [box]);
  return resting;
}
