import type { ReactNode } from "react";
import { WorkSign } from "../../ui/presence.tsx";
import { SIGN } from "./words.ts";
import type { SignKind } from "./work-table.ts";

const PATHS: Record<Exclude<SignKind, "working" | "asks" | "ready">, [path: string, ink: string]> = {
  blocked: ["M6 1.8 10.2 6 6 10.2 1.8 6z", "var(--line-control)"],
  failed: ["m3 3 6 6M9 3 3 9", "var(--danger)"],
  completed: ["m2.5 6.3 2.4 2.4 4.6-5.2", "var(--ok)"],
  inReview: ["M1.8 6a4.6 4.6 0 0 1 8.4 0 4.6 4.6 0 0 1-8.4 0zM6 6h.01", "var(--working)"],
  cancelled: ["M3 6h6", "var(--line-control)"],
};

/** A shape for a task's state, and the word for people who cannot see it. */
export function TaskSign({ of }: { of: SignKind }): ReactNode {
  return (
    <span className="tsign" role="img" aria-label={SIGN[of]} title={SIGN[of]}>
      {of === "working" || of === "asks" || of === "ready" ? (
        <WorkSign of={of === "working" ? "working" : of === "asks" ? "waiting_on_human" : "queued"} />
      ) : (
        <svg className="pg" viewBox="0 0 12 12" aria-hidden="true">
          <path
            d={PATHS[of][0]}
            fill="none"
            stroke={PATHS[of][1]}
            strokeWidth="1.7"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      )}
    </span>
  );
}
