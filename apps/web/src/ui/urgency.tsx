import type { ReactNode } from "react";
import "./urgency.css";

const URGENCY = {
  low: "low",
  medium: "medium",
  high: "high",
  critical: "critical",
};

export type UrgencyLevel = "low" | "medium" | "high" | "critical";

/** The mark fills up: ring, half, disc, disc with stroke. */
export function Urgency({ of }: { of: UrgencyLevel }): ReactNode {
  return (
    <svg className="urg" viewBox="0 0 12 12" role="img" aria-label={URGENCY[of]}>
      <title>{URGENCY[of]}</title>
      {(of === "low" || of === "medium") && (
        <circle cx="6" cy="6" r="4" fill="none" stroke="var(--accent)" strokeWidth="1.5" />
      )}
      {of === "medium" && <path d="M6 2a4 4 0 0 1 0 8z" fill="var(--accent)" />}
      {of === "high" && <circle cx="6" cy="6" r="4.5" fill="var(--accent)" />}
      {of === "critical" && (
        <>
          <circle cx="6" cy="6" r="5.5" fill="var(--accent)" />
          <path d="M6 3.2v3.1M6 8.6v.01" stroke="var(--on-accent)" strokeWidth="1.6" strokeLinecap="round" />
        </>
      )}
    </svg>
  );
}
