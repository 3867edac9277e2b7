import { clsx } from "clsx";
import type { ReactNode } from "react";
import "./ball.css";

export type BallOwner = "you" | "agent" | "nobody";

/** Who has the ball: accent is you, blue an agent, a ring nobody. Words are beside it. */
export function Ball({ of, className }: { of: BallOwner; className?: string }): ReactNode {
  return <i className={clsx("ball", `ball-${of}`, className)} aria-hidden="true" />;
}
