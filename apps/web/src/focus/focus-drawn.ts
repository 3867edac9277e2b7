import { isField } from "../keys/field.ts";

/**
 * Moves the focus to a row of a long list once it is there: it is scrolled to in the first frame and drawn in the
 * second. Whoever has begun to write meanwhile keeps the focus.
 */
export function focusDrawn(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (!isField(document.activeElement)) find()?.focus({ preventScroll: true });
    }),
  );
}
