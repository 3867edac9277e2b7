import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { plainText } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";

/** Sessions that stand alike. */
export function Group({
  name,
  count,
  hint,
  children,
}: {
  name: "running" | "queue" | "parked" | "ended";
  count: number | null;
  hint?: string;
  children: ReactNode;
}): ReactNode {
  const { t } = wordsOf("session");
  return (
    <section className="ss-group" aria-label={t(`groups.${name}`)}>
      <div className="ss-group-head">
        <h2>{t(`groups.${name}`)}</h2>
        {count !== null && <span className="num-n muted">{count.toLocaleString("en")}</span>}
        {hint && <span className="small muted wide">{hint}</span>}
      </div>
      {children}
    </section>
  );
}

/** Leads to a session. */
export function TitleLink({
  room,
  session,
}: {
  room: string;
  session: { id: number; title: string };
}): ReactNode {
  return (
    <Link
      className="ss-title"
      data-list-item
      to="/rooms/$room/sessions/$session"
      params={{ room, session: String(session.id) }}
    >
      {plainText(session.title)}
    </Link>
  );
}
