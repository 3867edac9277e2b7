import { Fragment, type ReactNode } from "react";
import { Ball, type BallOwner } from "../../ui/ball.tsx";
import { numbered } from "../../ui/numbered.ts";
import { roleTitle } from "../../words/role-title.ts";
import { wordsOf } from "../../words/words-of.ts";
import "./chain.css";

/** The way of a message through the team, the ball where it is. */
export function Chain({
  chain,
  at = -1,
  owner = "nobody",
  title = roleTitle,
}: {
  chain: readonly string[];
  at?: number;
  owner?: BallOwner;
  /** What a role is called, where its team is at hand. */
  title?: (role: string) => string;
}): ReactNode {
  const { t } = wordsOf("room");
  return (
    <ol className="relay" aria-label={t("turn.chain")}>
      {numbered(chain).map(({ at: place, item: stop }) => (
        <Fragment key={place}>
          {place > 0 && <li aria-hidden="true" className="relay-line" />}
          <li
            className={place === at ? "has" : undefined}
            aria-current={place === at ? "step" : undefined}
          >
            {place === at && <Ball of={owner} className="relay-ball" />}
            {stop === "user" ? t("turn.user") : title(stop)}
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
