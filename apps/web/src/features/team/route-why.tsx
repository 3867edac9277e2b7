import { limitsFor } from "@squadroom/core/routing/limits";
import type { RouteDecision } from "@squadroom/core/routing/route-decision";
import type { Team } from "@squadroom/core/team/team";
import type { ReactNode } from "react";
import { say, t } from "./words.ts";
import "./route-why.css";

/** Why a message went, or would go, to a role: the candidates, and what was found for each. */
export function RouteWhy({
  decision,
  team,
  entry,
  title,
}: {
  decision: RouteDecision;
  /** Whose limits hold. */
  team: Pick<Team, "routing">;
  /** The entry point, which decides where no rule does. */
  entry: string;
  title: (role: string) => string;
}): ReactNode {
  const { by, candidates, confidence, tier } = decision;
  const [best] = candidates;
  const { timeoutS } = limitsFor(team, tier);
  const to = by === "undecided" || !best ? entry : best.role;
  const isFanOut = by === "mention" && candidates.length > 1;
  const asked = isFanOut ? candidates.map(({ role }) => role) : [to];
  if (by === "status") return <p>{t("routing.why.status")}</p>;
  const why = isFanOut
    ? say("routing.why.fanOut", { roles: asked.map(title).join(", "), entry: title(entry) })
    : say(`routing.why.${by}`, { role: title(to), score: confidence });
  return (
    <div className="rw">
      <p>{why}</p>
      <p className="small muted">
        {t("routing.tier", {
          tier: t(`routing.tiers.${tier}`),
          minutes: Math.round(timeoutS / 6) / 10,
        })}
      </p>
      {candidates.length > 0 && (
        <ul className="rw-list" aria-label={t("routing.candidates")}>
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
