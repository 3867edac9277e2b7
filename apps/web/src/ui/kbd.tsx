import type { ReactNode } from "react";
import { capsOf, isMac } from "../keys/chord.ts";
import { numbered } from "./numbered.ts";
import "./kbd.css";

/** Key caps of a shortcut. Decorative: the shortcut itself is announced in the keys dialog. */
export function Kbd({ keys }: { keys: string }): ReactNode {
  return (
    <span className="caps" aria-hidden="true">
      {numbered(capsOf(keys, isMac)).map(({ at, item }) => (
        <kbd key={at}>{item}</kbd>
      ))}
    </span>
  );
}
