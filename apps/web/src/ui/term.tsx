import type { ReactNode } from "react";
import "./term.css";

/** A program's text, or text for one, unchanged. */
export function Term({ label, text }: { label: string; text: string }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
    <section className="term" tabIndex={0} aria-label={label}>
      {text}
    </section>
  );
}
