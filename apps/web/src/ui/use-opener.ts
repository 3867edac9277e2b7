import { useState } from "react";

/**
 * Where the focus was when the calling component appeared. Radix gives it back to its own triggers only; what is
 * opened by a key or by a row of a list has none, and the keyboard would begin at the top of the page again.
 */
export function useOpener(): () => void {
  const [opener] = useState(() => document.activeElement);
  return () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  };
}
