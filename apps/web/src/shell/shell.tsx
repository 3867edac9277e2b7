import { Link, Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { openDrafts } from "../drafts/owner.ts";
import { forgetMe, useMe } from "../features/access/me.ts";
import { backToInbox, goToInbox } from "../features/inbox/place.ts";
import { useNotifications } from "../features/notification/use-notifications.ts";
import { whyStill } from "../features/room/why-still.ts";
import { newTask } from "../features/task/new-task.ts";
import { useKeys } from "../keys/keys.ts";
import { isRefused } from "../live/api.ts";
import { startLive } from "../live/connection.ts";
import { useLiveInbox, useNeedsYou } from "../live/inbox.ts";
import { useLiveRooms } from "../live/rooms.ts";
import { useStore } from "../store/store.ts";
import { late, preloadLater } from "../ui/late.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { LostStrip } from "./lost-strip.tsx";
import { preloadScreens } from "./screen.tsx";
import { SideRail } from "./side-rail.tsx";
import { Unreachable } from "./unreachable.tsx";
import { useTitleCount } from "./use-title.ts";
import "./shell.css";
import { counted } from "@squadroom/core/kernel/words";
import { Inbox, LayoutGrid, Plug, Search } from "lucide-react";
import { Icon } from "../ui/icon.tsx";
import { PersonButton } from "./person-menu.tsx";

const Palette = late(() => import("./palette.tsx").then((module) => module.Palette));
const WhyDialog = late(() => import("./why-dialog.tsx").then((module) => module.WhyDialog));
const KeysDialog = late(() => import("../keys/keys-dialog.tsx").then((module) => module.KeysDialog));
const NewTaskDialog = late(() => import("../features/task/new-task-dialog.tsx").then((module) => module.NewTaskDialog));

/** Everything behind the sign-in. */
export function Shell(): ReactNode {
  const me = useMe();
  if (me.isPending) return <div className="app" aria-busy="true" />;
  if (isRefused(me.error, "unauthorized")) return <ToSignIn />;
  if (me.isError)
    return (
      <main className="main">
        <Unreachable error={me.error} onAgain={() => void me.refetch()} />
      </main>
    );
  return <SignedIn key={me.data.id} personId={me.data.id} />;
}

/** Messages that were on their way when the page closed. */
function resumeOutbox(): void {
  void import("../drafts/use-draft.ts").then(async ({ draftKeys }) => {
    if (draftKeys("outbox:").length > 0) (await import("../features/message/send.ts")).resumeSending();
  });
}

/** Where a person starts, or may as well: nothing to come back to. */
const FIRST = ["/", "/inbox", "/rooms"];

/** Once: the intended address is remembered before it changes. */
function ToSignIn(): ReactNode {
  const navigate = useNavigate();
  useEffect(() => {
    const wanted = `${location.pathname}${location.search}`;
    void navigate({
      to: "/sign-in",
      search: FIRST.includes(wanted) ? {} : { next: wanted },
      replace: true,
    });
  }, [navigate]);
  return null;
}

function SignedIn({ personId }: { personId: string }): ReactNode {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<"palette" | "keys" | null>(null);
  const newTaskIn = useStore(newTask);
  const asksWhy = useStore(whyStill);
  const [, rooms, room = ""] = pathname.split("/");
  // A room is a workplace as high as the window; the other screens are pages.
  const isWorkplace = rooms === "rooms" && room !== "";
  useState(() => openDrafts(personId));
  useEffect(resumeOutbox, []);
  useEffect(() => startLive(forgetMe), []);
  useEffect(() => preloadLater(Palette, KeysDialog, NewTaskDialog, WhyDialog), []);
  useEffect(preloadScreens, []);
  useLiveRooms();
  useLiveInbox();
  useNotifications(personId);
  useTitleCount(useNeedsYou());
  useKeys([
    {
      keys: "Mod+k",
      group: "anywhere",
      label: "Search or run",
      inFields: true,
      run: () => setOpen(open === "palette" ? null : "palette"),
    },
    {
      keys: "c",
      group: "anywhere",
      label: "New task",
      run: () => newTask.set(isWorkplace ? room : ""),
    },
    { keys: "w", group: "anywhere", label: "Why is nothing moving?", run: () => whyStill.set(true) },
    { keys: "?", group: "anywhere", label: "Show all keys", run: () => setOpen("keys") },
    { keys: "g i", group: "go", label: "Inbox", run: () => goToInbox(navigate) },
    {
      keys: "u",
      group: "go",
      label: "Back to the inbox, where you were",
      run: () => backToInbox(navigate),
    },
    { keys: "g r", group: "go", label: "Rooms", run: () => void navigate({ to: "/rooms" }) },
    {
      keys: "g c",
      group: "go",
      label: "Connect an agent",
      run: () => void navigate({ to: "/connect" }),
    },
  ]);
  const came = useRef(pathname);
  useEffect(() => {
    if (came.current !== pathname) void import("../focus/keep-focus.ts").then(({ focusScreen }) => focusScreen());
    came.current = pathname;
  }, [pathname]);
  // On a phone its answers are where the dock would be.
  const isSession = /^\/rooms\/[^/]+\/sessions\/./.test(pathname);
  return (
    <div className={clsx("app", isSession && "app-whole")}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <SideRail onSearch={() => setOpen("palette")} onKeys={() => setOpen("keys")} />
      <main id="main" tabIndex={-1} className={clsx("main", isWorkplace && "main-fixed")}>
        <LostStrip />
        <Outlet />
      </main>
      <Dock onSearch={() => setOpen("palette")} />
      {open === "palette" && <Palette onClose={() => setOpen(null)} onKeys={() => setOpen("keys")} />}
      {newTaskIn !== null && <NewTaskDialog room={newTaskIn} onClose={() => newTask.set(null)} />}
      {asksWhy && <WhyDialog onClose={() => whyStill.set(false)} />}
      {open === "keys" && <KeysDialog onClose={() => setOpen(null)} />}
      <Toaster />
    </div>
  );
}

/** A phone's rail: at the bottom, under the thumb. */
function Dock({ onSearch }: { onSearch: () => void }): ReactNode {
  const needsYou = useNeedsYou();
  return (
    <nav className="dock" aria-label="Main">
      <Link to="/inbox" className="dock-inbox">
        <Icon of={Inbox} size="l" />
        Inbox
        {needsYou > 0 && (
          <i title={`${counted(needsYou, "thing needs", "things need")} you`}>{needsYou.toLocaleString("en")}</i>
        )}
      </Link>
      <Link to="/rooms" activeOptions={{ includeSearch: false }}>
        <Icon of={LayoutGrid} size="l" />
        Rooms
      </Link>
      <Link to="/connect" activeOptions={{ includeSearch: false }}>
        <Icon of={Plug} size="l" />
        Connect
      </Link>
      <button type="button" onClick={onSearch}>
        <Icon of={Search} size="l" />
        Search
      </button>
      <PersonButton docked />
    </nav>
  );
}
