import { Link } from "@tanstack/react-router";
import { LayoutGrid, Plug, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import { wordsOf } from "../words/words-of.ts";
import { PersonButton } from "./person-menu.tsx";

/** The rail of a phone: below, under the thumb. */
export function Dock({ onSearch }: { onSearch: () => void }): ReactNode {
  const { t } = wordsOf("shell");
  return (
    <nav className="dock" aria-label={t("main")}>
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
