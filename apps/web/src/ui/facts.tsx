import type { ReactNode } from "react";
import "./facts.css";

/** What is known of one thing, each fact under its name, in a band below the head of a page. */
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
  /** A text of any length: it gets the room that the others leave. */
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
