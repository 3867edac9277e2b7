import { TIER_LIMITS } from "@squadroom/core/routing/limits";
import type { RouteDecision } from "@squadroom/core/routing/route-decision";
import type { ReactNode } from "react";
import { wordsOf } from "../../words/words-of.ts";
import "./route-why.css";

/** Why a message went, or would go, to a role: the candidates, and what was found for each. */
export function RouteWhy({
  decision,
  entry,
  title,
}: {
  decision: RouteDecision;
  /** The entry point, which decides where no rule does. */
  entry: string;
  title: (role: string) => string;
}): ReactNode {
  const { t, say } = wordsOf("team");
  const { by, candidates, confidence, tier } = decision;
  const [best] = candidates;
  const { model, timeoutS } = TIER_LIMITS[tier];
  const to = by === "undecided" || !best ? entry : best.role;
  return (
    <div className="rw">
      <p>{say(`routing.why.${by}`, { role: title(to), score: confidence })}</p>
      <p className="small muted">
        {t("routing.tier", {
          tier: t(`routing.tiers.${tier}`),
          model: t(`routing.model.${model}`),
          minutes: timeoutS / 60,
        })}
      </p>
      {candidates.length > 0 && (
        <ul className="rw-list" aria-label={t("routing.candidates")}>
          {candidates.map(({ role, score, found }) => (
            <li key={role} className="rw-row" data-chosen={role === to || undefined}>
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
