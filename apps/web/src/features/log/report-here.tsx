import type { RoomEvent } from "@squadroom/core/kernel/event";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** The last event of a session leads to its report. */
export function ReportHere({ event }: { event: Extract<RoomEvent, { type: "session.ended" }> }): ReactNode {
  const { room } = useParams({ strict: false });
  if (!room) return null;
  const params = { room, session: String(event.data.sessionId) };
  return (
    <p>
      <Link className="link" to="/rooms/$room/sessions/$session/report" params={params}>
        Read the report
      </Link>
    </p>
  );
}
