import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useKeys } from "../../keys/keys.ts";
import "./room-tabs.css";

const TABS_WORDS = {
  conversation: "Conversation",
  work: "Work",
  backlog: "Backlog",
  sessions: "Sessions",
  locks: "Locks",
  wisdom: "Wisdom",
  metrics: "Metrics",
  settings: "Settings",
};

/** The pages of a room, in the order of their tabs. */
const TABS = [
  { to: "/rooms/$room", name: "conversation" },
  { to: "/rooms/$room/work", name: "work" },
  { to: "/rooms/$room/backlog", name: "backlog" },
  { to: "/rooms/$room/sessions", name: "sessions" },
  { to: "/rooms/$room/locks", name: "locks" },
  { to: "/rooms/$room/wisdom", name: "wisdom" },
  { to: "/rooms/$room/metrics", name: "metrics" },
  { to: "/rooms/$room/settings", name: "settings" },
] as const;

/** Leads from page to page of a room. */
export function RoomTabs({ room }: { room: string }): ReactNode {
  const router = useRouter();
  const step = (by: 1 | -1): void => {
    // The current place: the key may come again before the page that it led to is drawn.
    const last = router.history.location.pathname.split("/")[3] ?? "";
    const at = TABS.findIndex(({ to }) => to === (last ? `/rooms/$room/${last}` : "/rooms/$room"));
    const tab = TABS[(at + by + TABS.length) % TABS.length];
    if (tab) void router.navigate({ to: tab.to, params: { room } });
  };
  useKeys([
    { keys: "[", group: "room", label: "Previous page of the room", run: () => step(-1) },
    { keys: "]", group: "room", label: "Next page of the room", run: () => step(1) },
  ]);
  return (
    <nav className="tabs" aria-label="Pages of the room">
      {TABS.map(({ to, name }) => (
        <Link key={to} to={to} params={{ room }} activeOptions={{ exact: name !== "settings", includeSearch: false }}>
          {TABS_WORDS[name]}
        </Link>
      ))}
    </nav>
  );
}
