import { BUDGET_LIMITS, limitOf, usedText } from "@squadroom/core/budget/budget";
import { type BudgetScope, type ScopeBudget, scopeKey } from "@squadroom/core/budget/scope";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { Session } from "@squadroom/core/session/record/session";
import { NO_USAGE } from "@squadroom/core/usage/usage";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { may } from "../../live/allowed.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { BudgetDialog, ScopeDialog } from "../budget/index.ts";

type Row = Pick<ScopeBudget, "scope" | "name" | "usage" | "paused"> & {
  budget: ScopeBudget["budget"] | null;
};
type Asks = { of: Row } | { session: Session };

/** What the room, its agents and runs, and each session that has not ended may consume. */
export function BudgetsSection({ state }: { state: RoomState }): ReactNode {
  const [asks, setAsks] = useState<Asks | null>(null);
  const { name, roomId, sessions } = state.view;
  const close = () => setAsks(null);
  return (
    <section>
      <div className="st-head">
        <h2>Budgets</h2>
        <p className="small muted">
          The room, each agent, each run and each session can have limits. What reaches one is paused, and you are
          asked.
        </p>
      </div>
      <ul className="st-list st-budgets" aria-label="Budgets">
        {rowsOf(state.view).map((row) => (
          <Line
            key={scopeKey(row.scope)}
            title={plainText(row.name)}
            of={row}
            note={row.paused === null ? "" : "paused"}
            onSet={may(state, "limitUse") ? () => setAsks({ of: row }) : undefined}
          />
        ))}
        {sessions.live.map((session) => (
          <Line
            key={session.id}
            title={plainText(session.title)}
            session={{ room: name, id: String(session.id) }}
            of={session}
            note=""
            onSet={may(state, "setBudget") ? () => setAsks({ session }) : undefined}
          />
        ))}
      </ul>
      {asks && "of" in asks && <ScopeDialog room={roomId} of={asks.of} onClose={close} />}
      {asks && "session" in asks && <BudgetDialog room={roomId} session={asks.session} onClose={close} />}
    </section>
  );
}

function Line({
  title,
  session,
  of,
  note,
  onSet,
}: {
  title: string;
  session?: { room: string; id: string };
  of: Pick<Row, "budget" | "usage">;
  note: string;
  onSet: (() => void) | undefined;
}): ReactNode {
  const said = [limitsOf(of) || "no limit", note].filter(Boolean).join(" · ");
  return (
    <li>
      <div className="st-name">
        {session ? (
          <Link to="/rooms/$room/sessions/$session" params={{ room: session.room, session: session.id }}>
            {title}
          </Link>
        ) : (
          title
        )}
        <p className="small muted">{said}</p>
      </div>
      {onSet && (
        <Button kind="ghost" aria-label={say`Set the budget of ${title}`} onClick={onSet}>
          Set budget
        </Button>
      )}
    </li>
  );
}

/** The room, its agents, its runs, and anything else that has a budget. */
function rowsOf({ budgets, agents, runs }: RoomView): Row[] {
  const scopes: Pick<Row, "scope" | "name">[] = [
    { scope: { kind: "room" }, name: "this room" },
    ...Object.values(agents)
      .filter(({ offlineReason }) => offlineReason !== "left")
      .map((agent) => ({ scope: agentScope(agent.id), name: agent.name })),
    ...runs.live.map(({ id }) => ({
      scope: { kind: "run" as const, runId: id },
      name: `run ${id}`,
    })),
  ];
  const rows = scopes.map((one): Row => {
    const known = budgets[scopeKey(one.scope)];
    return known ? { ...known, name: one.name } : { ...one, budget: null, usage: NO_USAGE, paused: null };
  });
  const shown = new Set(rows.map(({ scope }) => scopeKey(scope)));
  return [...rows, ...Object.values(budgets).filter(({ scope }) => !shown.has(scopeKey(scope)))];
}

function agentScope(agentId: Extract<BudgetScope, { kind: "agent" }>["agentId"]): BudgetScope {
  return { kind: "agent", agentId };
}

/** "0.40 of 2.00 USD · 3 of 10 runs". */
function limitsOf(of: Pick<Row, "budget" | "usage">): string {
  const { budget } = of;
  return BUDGET_LIMITS.filter((limit) => budget && limitOf(budget, limit) !== null)
    .map((limit) => usedText(of, limit))
    .join(" · ");
}
