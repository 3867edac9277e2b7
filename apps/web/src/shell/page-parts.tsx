import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { pagesUnder, tabOf } from "./pages.ts";
import "../ui/segments.css";
import "./page-parts.css";

/** The pages beside each other under the lit tab, if there are several. */
export function PageParts({ room }: { room: string }): ReactNode {
  const tab = tabOf(useLocation().pathname);
  const pages = tab ? pagesUnder(tab) : [];
  if (pages.length < 2) return null;
  return (
    <div className="page-parts">
      <nav className="seg" aria-label={`Pages under ${tab}`}>
        {pages.map(({ to, title }) => (
          <Link key={to} to={to} params={{ room }} activeOptions={{ exact: true, includeSearch: false }}>
            {title}
          </Link>
        ))}
      </nav>
    </div>
  );
}
