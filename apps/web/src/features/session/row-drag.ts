import { type KeyboardEvent, type PointerEvent, useState } from "react";

interface Drag {
  from: number;
  to: number;
}

/** The place of the row under the pointer, within the grip's list. */
function placeUnder(grip: HTMLElement, y: number): number | null {
  const list = grip.closest("ol,ul");
  if (!list) return null;
  const rows = [...list.querySelectorAll<HTMLElement>(":scope > [data-row]")];
  for (const row of rows) {
    const { top, bottom } = row.getBoundingClientRect();
    if (y >= top && y < bottom) return Number(row.dataset.row);
  }
  const [first, last] = [rows[0], rows.at(-1)];
  if (first && y < first.getBoundingClientRect().top) return 0;
  return last ? Number(last.dataset.row) : null;
}

const STEP: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 };

/** Rows (`data-row`) of a list that a grip moves: by pointer, finger, or the up and down keys. */
export function useRowDrag(count: number, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const grip = (place: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: place, to: place });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag === null || drag.from !== place) return;
      const to = placeUnder(event.currentTarget, event.clientY);
      if (to !== null && to !== drag.to) setDrag({ from: place, to });
    },
    onPointerUp: () => {
      setDrag(null);
      if (drag && drag.to !== drag.from) onMove(drag.from, drag.to);
    },
    onPointerCancel: () => setDrag(null),
    onKeyDown: (event: KeyboardEvent) => {
      const to = place + (STEP[event.key] ?? 0);
      if (to === place) return;
      event.preventDefault();
      if (to >= 0 && to < count) onMove(place, to);
    },
  });
  /** Where a line shows that the dragged row will land. */
  const over = (place: number): "before" | "after" | "dragged" | null => {
    if (!drag) return null;
    if (drag.from === place) return "dragged";
    if (drag.to !== place) return null;
    return drag.to > drag.from ? "after" : "before";
  };
  return { over, grip };
}
