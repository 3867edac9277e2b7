import { useState } from "react";

/** What opened each small panel. */
const anchors = new WeakMap<Element, HTMLElement>();

/** Says where the focus goes when something opened inside this panel closes after the panel itself. */
export function noteAnchor(panel: Element | null, anchor: HTMLElement): void {
  if (panel) anchors.set(panel, anchor);
}

/**
 * Where the focus was when the calling component appeared; in a panel or menu that closes with it, the panel's button.
 * Radix gives the focus back only to its own triggers; something opened by a key, by a row of a list or from a menu has
 * none, and the keyboard would start at the top of the page again.
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
