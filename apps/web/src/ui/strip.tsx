import { clsx } from "clsx";
import type { ReactNode } from "react";
import "./strip.css";

/** A line across the whole screen: the connection is lost, or back. Polite, never in the way. */
export function Strip({
  tone,
  sign,
  children,
  actions,
}: {
  tone: "lost" | "back";
  sign: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
}): ReactNode {
  return (
    <div className={clsx("strip", `strip-${tone}`)} role="status">
      {sign}
      <p className="grow">{children}</p>
      {actions}
    </div>
  );
}
