import { clsx } from "clsx";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** A text of a line or two; a longer one opens in place. */
export function Clamped({
  className,
  title,
  children,
}: {
  className?: string;
  title?: string | undefined;
  children: ReactNode;
}): ReactNode {
  const box = useRef<HTMLElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // As a button it is a different element than as a text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element changes with it
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = (): void => {
      if (!isOpen)
        setCut(element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1);
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, [isOpen, isCut]);
  const text = (
    <span ref={box} className={clsx("clamp-text", isOpen && "open")} title={title}>
      {children}
    </span>
  );
  if (!isCut) return <span className={clsx("clamp", className)}>{text}</span>;
  return (
    <button type="button" className={clsx("clamp", className)} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {text}
    </button>
  );
}
