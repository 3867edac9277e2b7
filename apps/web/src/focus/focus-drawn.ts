import { isField } from "../keys/field.ts";

/**
 * Moves the focus to a row of a long list once it is drawn: the first frame scrolls to it, the second draws it. A
 * person who has meanwhile begun to write keeps the focus.
 */
export function focusDrawn(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (!isField(document.activeElement)) find()?.focus({ preventScroll: true });
    }),
  );
}
