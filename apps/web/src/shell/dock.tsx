import { Link } from "@tanstack/react-router";
import { Inbox, LayoutGrid, Plug, Search } from "lucide-react";
import type { ReactNode } from "react";
import { useNeedsYou } from "../live/inbox.ts";
import { Icon } from "../ui/icon.tsx";
import { PersonButton } from "./person-menu.tsx";
import { t } from "./words.ts";

/** The rail of a phone: below, under the thumb. */
export function Dock({ onSearch }: { onSearch: () => void }): ReactNode {
  const needsYou = useNeedsYou();
  return (
    <nav className="dock" aria-label={t("main")}>
      <Link to="/inbox" className="dock-inbox">
        <Icon of={Inbox} size="l" />
        {t("inbox")}
        {needsYou > 0 && (
          <i title={t("needsYou", { count: needsYou })}>{needsYou.toLocaleString("en")}</i>
        )}
      </Link>
      <Link to="/rooms" activeOptions={{ includeSearch: false }}>
        <Icon of={LayoutGrid} size="l" />
        {t("rooms")}
      </Link>
      <Link to="/connect" activeOptions={{ includeSearch: false }}>
        <Icon of={Plug} size="l" />
        {t("connectShort")}
      </Link>
      <button type="button" onClick={onSearch}>
        <Icon of={Search} size="l" />
        {t("searchShort")}
      </button>
      <PersonButton docked />
    </nav>
  );
}
