import { Fragment, type ReactNode } from "react";
import { Ball, type BallOwner } from "../../ui/ball.tsx";
import { useWords } from "../../words/use-words.ts";
import { roleTitle } from "./card-words.ts";
import "./chain.css";

/** The way of a message through the team, the ball where it is. */
export function Chain({ chain, at = -1, owner = "nobody" }: { chain: readonly string[]; at?: number; owner?: BallOwner }): ReactNode {
  const { t } = useWords("room");
  return (
    <ol className="relay" aria-label={t("ball.chain")}>
      {chain.map((stop, index) => (
        <Fragment key={index}>
          {index > 0 && <li aria-hidden="true" className="relay-line" />}
          <li className={index === at ? "has" : undefined} aria-current={index === at ? "step" : undefined}>
            {index === at && <Ball of={owner} className="relay-ball" />}
            {stop === "user" ? t("ball.user") : roleTitle(stop)}
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
