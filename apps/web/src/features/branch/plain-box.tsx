import type { ReactNode } from "react";
import "./plain-box.css";

/** Text of a program or for one, as it is. */
export function PlainBox({ label, text }: { label: string; text: string }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
    <section className="br-text" tabIndex={0} aria-label={label}>
      {text}
    </section>
  );
}
