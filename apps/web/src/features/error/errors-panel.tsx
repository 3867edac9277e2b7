import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RoomState } from "../../live/room-state.ts";
import { workersOf } from "./standing.ts";
import { WorkerLine } from "./worker-line.tsx";

/** Beside the conversation: whose errors count, and who is stopped. */
export function ErrorsPanel({ state: { view } }: { state: RoomState }): ReactNode {
  const workers = workersOf(view);
  return (
    <section className="er-panel" aria-label="Errors">
      <h2 className="label row">
        Errors{" "}
        <Link className="link end" to="/rooms/$room/errors" params={{ room: view.name }} search={{}}>
          All
        </Link>
      </h2>
      {workers.length === 0 ? (
        <p className="small muted">No agent has counted errors.</p>
      ) : (
        <ul>
          {workers.map((worker) => (
            <WorkerLine key={worker.agentId} worker={worker} />
          ))}
        </ul>
      )}
    </section>
  );
}
