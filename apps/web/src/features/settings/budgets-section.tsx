import { BUDGET_LIMITS, limitOf, usedText } from "@squadroom/core/budget/budget";
import type { Session } from "@squadroom/core/session/record/session";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { may } from "../../live/allowed.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { plainText } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { BudgetDialog } from "../budget/index.ts";

/** What each session that has not ended may consume. */
export function BudgetsSection({ state }: { state: RoomState }): ReactNode {
  const { t } = wordsOf("settings");
  const [asks, setAsks] = useState<Session | null>(null);
  const { name, roomId, sessions } = state.view;
  const canSet = may(state, "setBudget");
  return (
    <section>
      <div className="st-head">
        <h2>{t("budgets.title")}</h2>
        <p className="small muted">{t("budgets.text")}</p>
      </div>
      {sessions.live.length === 0 ? (
        <p className="muted">{t("budgets.none")}</p>
      ) : (
        <ul className="st-list st-budgets" aria-label={t("budgets.title")}>
          {sessions.live.map((session) => (
            <li key={session.id}>
              <div className="st-name">
                <Link
                  to="/rooms/$room/sessions/$session"
                  params={{ room: name, session: String(session.id) }}
                >
                  {plainText(session.title)}
                </Link>
                <p className="small muted">{limitsOf(session) || t("budgets.noLimit")}</p>
              </div>
              {canSet && (
                <Button
                  kind="ghost"
                  aria-label={t("budgets.setNamed", { title: plainText(session.title) })}
                  onClick={() => setAsks(session)}
                >
                  {t("budgets.set")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asks && <BudgetDialog room={roomId} session={asks} onClose={() => setAsks(null)} />}
    </section>
  );
}

/** "0.40 of 2.00 USD · 3 of 10 runs". */
function limitsOf(session: Session): string {
  const { budget } = session;
  return BUDGET_LIMITS.filter((limit) => budget && limitOf(budget, limit) !== null)
    .map((limit) => usedText(session, limit))
    .join(" · ");
}
