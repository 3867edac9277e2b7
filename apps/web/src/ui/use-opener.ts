import { useState } from "react";

/** What each small panel was opened by. */
const anchors = new WeakMap<Element, HTMLElement>();

/** Says where the focus goes when something that was opened inside this panel closes after the panel itself. */
export function noteAnchor(panel: Element | null, anchor: HTMLElement): void {
  if (panel) anchors.set(panel, anchor);
}

/**
 * Where the focus was when the calling component appeared; in a panel or menu that closes with that, the button of
 * the panel. Radix gives the focus back to its own triggers only; what is opened by a key, by a row of a list or from a
 * menu has none, and the keyboard would begin at the top of the page again.
 */
export function useOpener(): () => void {
  const [opener] = useState(() => {
    const active = document.activeElement;
    const panel = active?.closest(".menu");
    return (panel && anchors.get(panel)) ?? active;
  });
  return () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  };
}
