import type { ReactNode } from "react";
import type { RoomState } from "../../live/room-state.ts";
import { OptionCheck } from "./option-check.tsx";

/** How the room's sessions follow each other, what their work locks, and what is kept of it. */
export function SessionsSection({ state }: { state: RoomState }): ReactNode {
  return (
    <>
      <section>
        <div className="st-head">
          <h2>Sessions</h2>
          <p className="small muted">One session of the room runs at a time.</p>
        </div>
        <OptionCheck state={state} option="askBeforeNext" />
      </section>
      <section>
        <div className="st-head">
          <h2>Locks</h2>
          <p className="small muted">
            A locked path is written by its holder alone. Agents and leads lock by hand at any time.
          </p>
        </div>
        <OptionCheck state={state} option="lockBoundaries" />
        <OptionCheck state={state} option="lockWrites" />
      </section>
      <section>
        <div className="st-head">
          <h2>What is kept</h2>
          <p className="small muted">Secrets are always redacted before anything is stored.</p>
        </div>
        <OptionCheck state={state} option="redactEmails" />
      </section>
    </>
  );
}
