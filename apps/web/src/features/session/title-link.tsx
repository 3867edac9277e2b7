import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { plainText } from "../../words/plain-text.ts";

/** Leads to a session. */
export function TitleLink({ room, session }: { room: string; session: { id: number; title: string } }): ReactNode {
  return (
    <Link
      className="rec-title ss-title"
      data-list-item
      to="/rooms/$room/sessions/$session"
      params={{ room, session: String(session.id) }}
    >
      {plainText(session.title)}
    </Link>
  );
}
