import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { wordsOf } from "../../words/words-of.ts";
import "./room-tabs.css";

/** The pages of a room, in the order of their tabs. */
const TABS = [
  { to: "/rooms/$room", name: "conversation" },
  { to: "/rooms/$room/work", name: "work" },
  { to: "/rooms/$room/backlog", name: "backlog" },
  { to: "/rooms/$room/sessions", name: "sessions" },
  { to: "/rooms/$room/settings", name: "settings" },
] as const;

/** Leads from page to page of a room. */
export function RoomTabs({ room }: { room: string }): ReactNode {
  const { t } = wordsOf("room");
  return (
    <nav className="tabs" aria-label={t("tabs.label")}>
      {TABS.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          params={{ room }}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {t(`tabs.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
