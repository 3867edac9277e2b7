import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "../ui/button.tsx";
import { Problem } from "../ui/problem.tsx";

/** An address that leads nowhere. */
export function NotFound(): ReactNode {
  return (
    <main className="main">
      <Problem
        tone="warn"
        title="There's nothing at this address"
        actions={
          <Link to="/rooms" className={buttonClass("primary")}>
            All rooms
          </Link>
        }
      >
        The room may have been removed, or the link is mistyped.
      </Problem>
    </main>
  );
}

/** A page that broke. */
export function Failed({ error }: { error: unknown }): ReactNode {
  return (
    <div className="main">
      <Problem
        title="This page hit a bug"
        code={error instanceof Error ? error.message : undefined}
        actions={
          <button type="button" className={buttonClass("primary")} onClick={() => location.reload()}>
            Reload the page
          </button>
        }
      >
        Nothing in the room is lost.
      </Problem>
    </div>
  );
}
