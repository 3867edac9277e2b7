import type { ReactNode } from "react";
import "./facts.css";

/** Facts about one thing, each under its name, in a band below a page's head. */
export function Facts({ children }: { children: ReactNode }): ReactNode {
  return <dl className="facts">{children}</dl>;
}

export function Fact({
  name,
  small,
  isLong = false,
  children,
}: {
  name: string;
  small?: ReactNode;
  /** A text of any length: it gets the space that the others leave. */
  isLong?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={isLong ? "facts-long" : undefined}>
      <dt>{name}</dt>
      <dd>
        {children}
        {small && <small>{small}</small>}
      </dd>
    </div>
  );
}
