import type { ReactNode } from "react";
import { capsOf, isMac } from "../keys/chord.ts";
import "./kbd.css";

/** Key caps of a shortcut. Decorative: the shortcut itself is announced in the keys dialog. */
export function Kbd({ keys }: { keys: string }): ReactNode {
  return capsOf(keys, isMac).map((cap, index) => (
    <kbd key={index} aria-hidden="true">
      {cap}
    </kbd>
  ));
}
