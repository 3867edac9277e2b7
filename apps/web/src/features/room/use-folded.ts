import { useState } from "react";

/**
 * Filters of a page; on a phone they fold away behind the button in the room's head. Folding them away clears them:
 * nothing is filtered by what cannot be seen.
 */
export function useFolded(
  isNarrowed: boolean,
  clear: () => void,
): { areShown: boolean; onShow: (show: boolean) => void } {
  const [isOpen, setOpen] = useState(false);
  return {
    areShown: isOpen || isNarrowed,
    onShow: (show) => {
      setOpen(show);
      if (!show && isNarrowed) clear();
    },
  };
}
