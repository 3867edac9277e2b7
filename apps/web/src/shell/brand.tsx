import type { ReactNode } from "react";
import "./brand.css";

/** Two halves of a room, and the ball between them. */
export function Brand(): ReactNode {
  return (
    <span className="brand">
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <rect x="1.5" y="1.5" width="17" height="17" rx="5" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <path d="M1.5 12.2h5.2M13.3 12.2h5.2" stroke="currentColor" strokeWidth="1.6" />
        <circle cx="10" cy="12.2" r="2.6" fill="var(--accent)" />
      </svg>
      Squadroom
    </span>
  );
}
