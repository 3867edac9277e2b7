import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useKeys } from "../../keys/keys.ts";
import { wordsOf } from "../../words/words-of.ts";
import "./room-tabs.css";

const { t } = wordsOf("room");

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
    // Where one is by now: the key may come again before the page that it led to is drawn.
    const last = router.history.location.pathname.split("/")[3] ?? "";
    const at = TABS.findIndex(({ to }) => to === (last ? `/rooms/$room/${last}` : "/rooms/$room"));
    const tab = TABS[(at + by + TABS.length) % TABS.length];
    if (tab) void router.navigate({ to: tab.to, params: { room } });
  };
  useKeys([
    { keys: "[", group: "room", label: t("tabs.previous"), run: () => step(-1) },
    { keys: "]", group: "room", label: t("tabs.next"), run: () => step(1) },
  ]);
  return (
    <nav className="tabs" aria-label={t("tabs.label")}>
      {TABS.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          params={{ room }}
          activeOptions={{ exact: name !== "settings", includeSearch: false }}
        >
          {t(`tabs.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
