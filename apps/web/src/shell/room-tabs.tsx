import { Link, useLocation, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { type Shortcut, useKeys } from "../keys/keys.ts";
import { pagesUnder, TABS, type Tab, tabOf } from "./pages.ts";
import "./room-tabs.css";

/** Leads from tab to tab of a room: at the same place on each of its pages, one of them lit. */
export function RoomTabs({
  room,
  at,
}: {
  room: string;
  /** The page to which this one belongs, if its address does not say it. */
  at?: string | undefined;
}): ReactNode {
  const router = useRouter();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const lit = tabOf(at ?? pathname);
  const pageOf = (tab: Tab) => pagesUnder(tab)[0]?.to ?? "/rooms/$room";
  const step = (by: 1 | -1): void => {
    // The current place: the key may come again before the page that it led to is drawn.
    const last = tabOf(router.history.location.pathname);
    const tab = TABS[(TABS.indexOf(last ?? TABS[0]) + by + TABS.length) % TABS.length];
    if (tab) void router.navigate({ to: pageOf(tab), params: { room } });
  };
  const keys: Shortcut[] = [
    { keys: "[", group: "room", label: "Previous tab of the room", run: () => step(-1) },
    { keys: "]", group: "room", label: "Next tab of the room", run: () => step(1) },
  ];
  // A part has parts of its own to walk through.
  useKeys(at === undefined ? keys : []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is lit
  useEffect(() => {
    const show = (): void => {
      const tab = nav.current?.querySelector<HTMLElement>("[aria-current]");
      if (tab && nav.current) nav.current.scrollLeft = tab.offsetLeft - (nav.current.clientWidth - tab.offsetWidth) / 2;
    };
    show();
    addEventListener("resize", show);
    return () => removeEventListener("resize", show);
  }, [lit]);
  return (
    <nav className="tabs" ref={nav} aria-label="Pages of the room">
      {TABS.map((tab) => (
        <Link
          key={tab}
          to={pageOf(tab)}
          params={{ room }}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={tab === lit ? "page" : undefined}
        >
          <span data-text={tab}>{tab}</span>
        </Link>
      ))}
    </nav>
  );
}
