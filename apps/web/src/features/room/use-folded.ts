import { useState } from "react";

/**
 * What narrows a page; on a phone it is folded away behind the button in the room's head. Who folds it away is done
 * with it: nothing is narrowed by what cannot be seen.
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
