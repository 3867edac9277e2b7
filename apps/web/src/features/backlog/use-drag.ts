import { type PointerEvent, useRef, useState } from "react";

/** Where the pointer is: over an item, in its upper or lower half, or over a column. */
export interface DropTarget {
  itemId: number | null;
  isAfter: boolean;
  column: string | null;
}

export interface Drag {
  itemId: number;
  over: DropTarget | null;
}

function targetAt(x: number, y: number): DropTarget | null {
  const at = document.elementFromPoint(x, y);
  const item = at?.closest<HTMLElement>("[data-item]");
  const column = at?.closest<HTMLElement>("[data-column]")?.dataset.column ?? null;
  if (!item) return column === null ? null : { itemId: null, isAfter: false, column };
  const { top, height } = item.getBoundingClientRect();
  return { itemId: Number(item.dataset.item), isAfter: y > top + height / 2, column };
}

/** Near an edge the list scrolls under the pointer, pixels. */
const EDGE = 40;

/** Dragging by pointer or finger: what is dragged, and over what; reported once it is dropped. */
export function useDrag(onDrop: (itemId: number, target: DropTarget) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const current = useRef<Drag | null>(null);
  const set = (next: Drag | null): void => {
    current.current = next;
    setDrag(next);
  };
  const grip = (itemId: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      set({ itemId, over: null });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (current.current?.itemId !== itemId) return;
      set({ itemId, over: targetAt(event.clientX, event.clientY) });
      scrollAt(event.currentTarget, event.clientY);
    },
    onPointerUp: () => {
      const dropped = current.current;
      set(null);
      if (dropped?.over && dropped.over.itemId !== dropped.itemId) onDrop(dropped.itemId, dropped.over);
    },
    onPointerCancel: () => set(null),
  });
  return { drag, grip };
}

function scrollAt(from: HTMLElement, y: number): void {
  const box = from.closest<HTMLElement>("[data-scroll]");
  if (!box) return;
  const { top, bottom } = box.getBoundingClientRect();
  if (y < top + EDGE) box.scrollBy(0, -12);
  else if (y > bottom - EDGE) box.scrollBy(0, 12);
}
