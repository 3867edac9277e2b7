import { findSession } from "@squadroom/core/flow/sessions";
import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useKeys } from "../../keys/keys.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useImported } from "../interchange/index.ts";
import "../../shell/page-parts.css";
import "../../ui/segments.css";

const TABS = {
  session: "Session",
  timeline: "Timeline",
  context: "Context",
  artifacts: "Artifacts",
  errors: "Errors",
  report: "Report",
};

type Part = "session" | "timeline" | "context" | "artifacts" | "errors" | "report";

/** The parts of one session, each a page of its own. */
export function SessionTabs({
  state: { view },
  id,
  at,
  children,
}: {
  state: RoomState;
  id: number;
  at: Part;
  children?: ReactNode;
}): ReactNode {
  const router = useRouter();
  const hasEnded = findSession(view.sessions, id) === undefined;
  const files = useImported(view.name, id, hasEnded).data;
  // An imported session has brought its own.
  const hasReport = at === "report" || (hasEnded && files?.record === null);
  const parts: Part[] = ["session", "context", "artifacts", "errors"];
  // Nobody here knows when an imported session was worked on.
  if (at === "timeline" || !hasEnded || files?.record === null) parts.splice(1, 0, "timeline");
  if (hasReport) parts.push("report");
  const to = (part: Part) =>
    part === "errors"
      ? ({
          to: "/rooms/$room/errors",
          params: { room: view.name },
          search: { session: id },
        } as const)
      : ({
          to: part === "session" ? "/rooms/$room/sessions/$session" : `/rooms/$room/sessions/$session/${part}`,
          params: { room: view.name, session: String(id) },
          search: {},
        } as const);
  const step = (by: 1 | -1): void => {
    const part = parts[(parts.indexOf(at) + by + parts.length) % parts.length];
    if (part) void router.navigate(to(part));
  };
  useKeys([
    { keys: "{", group: "room", label: "Previous part of the session", run: () => step(-1) },
    { keys: "}", group: "room", label: "Next part of the session", run: () => step(1) },
  ]);
  return (
    <div className="page-parts">
      <nav className="seg" aria-label="Parts of the session">
        {parts.map((part) => (
          <Link key={part} {...to(part)} activeOptions={{ exact: true, includeSearch: false }}>
            {TABS[part]}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}
