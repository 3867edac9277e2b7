import { limitsFor } from "@squadroom/core/routing/limits";
import type { RouteDecision } from "@squadroom/core/routing/route-decision";
import type { Team } from "@squadroom/core/team/team";
import type { ReactNode } from "react";
import { isolated } from "../../words/say.tsx";
import { ROUTING_TIERS } from "./words.ts";
import "./route-why.css";

const ROUTING_WHY = {
  mention: ({ role }) => (
    <>
      <b>{isolated(role)}</b> gets it: the message names it.
    </>
  ),
  rule: ({ role, score }) => (
    <>
      <b>{isolated(role)}</b> gets it: the rules score it {score}. Above 0.80 a rule decides alone.
    </>
  ),
  undecided: ({ role }) => (
    <>
      No rule is sure: <b>{isolated(role)}</b> decides.
    </>
  ),
} satisfies Record<string, (of: { role: string; score: number }) => ReactNode>;

/** Why a message went, or would go, to a role: the candidates, and what was found for each. */
export function RouteWhy({
  decision,
  team,
  entry,
  title,
}: {
  decision: RouteDecision;
  /** The team whose limits hold. */
  team: Pick<Team, "routing">;
  /** The entry point, which decides if no rule does. */
  entry: string;
  title: (role: string) => string;
}): ReactNode {
  const { by, candidates, confidence, tier } = decision;
  const [best] = candidates;
  const { timeoutS } = limitsFor(team, tier);
  const to = by === "undecided" || !best ? entry : best.role;
  const isFanOut = by === "mention" && candidates.length > 1;
  const asked = isFanOut ? candidates.map(({ role }) => role) : [to];
  if (by === "status") return <p>It asks how work stands, so the room answered it. No agent got it.</p>;
  const why = isFanOut ? (
    <>
      <b>{isolated(asked.map(title).join(", "))}</b> are asked, each apart; <b>{isolated(title(entry))}</b> joins the
      results.
    </>
  ) : (
    ROUTING_WHY[by]({ role: title(to), score: confidence })
  );
  return (
    <div className="rw">
      <p>{why}</p>
      <p className="small muted">{`${ROUTING_TIERS[tier]}: ${Math.round(timeoutS / 6) / 10} min`}</p>
      {candidates.length > 0 && (
        <ul className="rw-list" aria-label="Candidates">
          {candidates.map(({ role, score, found }) => (
            <li key={role} className="rw-row" data-chosen={asked.includes(role) || undefined}>
              <span className="ell">{title(role)}</span>
              <meter className="rw-bar" value={score} aria-label={title(role)} />
              <span className="num">{score.toFixed(2)}</span>
              <span className="ell muted">{found.map((one) => `“${one}”`).join(", ")}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
