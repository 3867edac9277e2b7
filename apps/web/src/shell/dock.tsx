import { counted } from "@squadroom/core/kernel/words";
import { Link } from "@tanstack/react-router";
import { Inbox, LayoutGrid, Plug, Search } from "lucide-react";
import type { ReactNode } from "react";
import { useNeedsYou } from "../live/inbox.ts";
import { Icon } from "../ui/icon.tsx";
import { PersonButton } from "./person-menu.tsx";

/** A phone's rail: at the bottom, under the thumb. */
export function Dock({ onSearch }: { onSearch: () => void }): ReactNode {
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
