import type { ReactNode } from "react";
import "./presence.css";

const REACH = {
  online: "online",
  unstable: "unstable",
  offline: "offline",
};

const WORK = {
  idle: "idle",
  queued: "queued",
  working: "working",
  waiting_on_human: "waiting for a person",
  waiting_on_agent: "waiting for an answer",
};

export type Reach = "online" | "unstable" | "offline";
export type Workload = "idle" | "queued" | "working" | "waiting_on_human" | "waiting_on_agent";

/** A circle for what can be proved about reach. */
export function ReachSign({ of }: { of: Reach }): ReactNode {
  return (
    <svg className={`pg pg-${of}`} viewBox="0 0 12 12" aria-hidden="true">
      {of === "online" && <circle cx="6" cy="6" r="3.6" fill="currentColor" />}
      {of !== "online" && <circle cx="6" cy="6" r="3.2" fill="none" stroke="currentColor" strokeWidth="1.4" />}
      {of === "unstable" && <path d="M6 2.8a3.2 3.2 0 0 0 0 6.4z" fill="currentColor" />}
    </svg>
  );
}

/** A transport symbol for work: dash, lines, triangle, bars. */
export function WorkSign({ of }: { of: Workload }): ReactNode {
  return (
    <svg className={`pg pg-${of}`} viewBox="0 0 12 12" aria-hidden="true">
      {of === "idle" && <path d="M3 6h6" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" />}
      {of === "queued" && (
        <path d="M2.5 3.4h7M2.5 6h7M2.5 8.6h7" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
      )}
      {of === "working" && (
        <path
          d="M3.4 2.4v7.2L9.6 6z"
          fill="currentColor"
          stroke="currentColor"
          strokeWidth=".8"
          strokeLinejoin="round"
        />
      )}
      {(of === "waiting_on_human" || of === "waiting_on_agent") && (
        <>
          <rect x="2.8" y="2.2" width="2.3" height="7.6" rx=".8" fill="currentColor" />
          <rect x="6.9" y="2.2" width="2.3" height="7.6" rx=".8" fill="currentColor" />
        </>
      )}
    </svg>
  );
}

/** An agent's first call has not come yet. */
export function AwaitedSign(): ReactNode {
  return (
    <svg className="pg pg-idle" viewBox="0 0 12 12" aria-hidden="true">
      <circle cx="6" cy="6" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.4" strokeDasharray="2 1.8" />
    </svg>
  );
}

/** Both signs, circle first. The words are within reach: as a title here, written out in the team panel. */
export function Presence({ reach, work }: { reach: Reach; work: Workload }): ReactNode {
  const words = usePresenceWords(reach, work);
  return (
    <span className="pres" role="img" aria-label={words} title={words}>
      <ReachSign of={reach} />
      <WorkSign of={work} />
    </span>
  );
}

export function usePresenceWords(reach: Reach, work: Workload): string {
  return `${REACH[reach]}, ${WORK[work]}`;
}
