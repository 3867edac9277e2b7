import type { ReactNode } from "react";
import "./term.css";

/** Text of a program, as it was. */
export function Term({ label, text }: { label: string; text: string }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
    <section className="run-term" tabIndex={0} aria-label={label}>
      {text}
    </section>
  );
}
