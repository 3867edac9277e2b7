import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { wordsOf } from "../../words/words-of.ts";
import "./session-tabs.css";
import "./words.ts";

const TABS = ["session", "context", "artifacts"] as const;

/** The parts of one session, each a page of its own. */
export function SessionTabs({
  room,
  id,
  at,
  children,
}: {
  room: string;
  id: number;
  at: (typeof TABS)[number];
  children?: ReactNode;
}): ReactNode {
  const { t } = wordsOf("session");
  const params = { room, session: String(id) };
  return (
    <nav className="se-tabs" aria-label={t("tabs.label")}>
      {TABS.map((tab) =>
        tab === at ? (
          <span key={tab} className="strong" aria-current="page">
            {t(`tabs.${tab}`)}
          </span>
        ) : (
          <Link
            key={tab}
            className="link"
            to={
              tab === "session"
                ? "/rooms/$room/sessions/$session"
                : `/rooms/$room/sessions/$session/${tab}`
            }
            params={params}
            search={{}}
          >
            {t(`tabs.${tab}`)}
          </Link>
        ),
      )}
      <Link className="link" to="/rooms/$room/errors" params={{ room }} search={{ session: id }}>
        {t("tabs.errors")}
      </Link>
      {children}
    </nav>
  );
}
