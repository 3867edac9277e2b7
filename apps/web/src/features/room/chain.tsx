import { legsOf } from "@squadroom/core/team/legs";
import { Fragment, type ReactNode } from "react";
import { Ball, type BallOwner } from "../../ui/ball.tsx";
import { roleTitle } from "../../words/role-title.ts";
import { say } from "../../words/say.tsx";
import "./chain.css";

/** The way of a message through the team, with the ball where it is. */
export function Chain({
  chain,
  at = -1,
  owner = "nobody",
  title = roleTitle,
}: {
  chain: readonly string[];
  at?: number;
  owner?: BallOwner;
  /** The title of a role, if its team is at hand. */
  title?: (role: string) => string;
}): ReactNode {
  return (
    <ol className="relay" aria-label="A message's path through the team">
      {legsOf(chain).map(({ stops, at: from }) => {
        // Of several, those with the ball stand for all.
        const has = at >= from && at < from + 2 * stops.length - 1 && (at - from) % 2 === 0;
        const shown = has ? [chain[at] ?? ""] : stops.slice(0, stops.length > 3 ? 2 : 3);
        const names = shown.map((stop) => (stop === "user" ? "you" : title(stop)));
        const more = stops.length - shown.length;
        return (
          <Fragment key={from}>
            {from > 0 && <li aria-hidden="true" className="relay-line" />}
            <li
              className={has ? "has" : undefined}
              aria-current={has ? "step" : undefined}
              title={more > 0 ? stops.map(title).join(", ") : undefined}
            >
              {has && <Ball of={owner} className="relay-ball" />}
              {more > 0 ? say`${names.join(", ")} + ${more}` : names.join(", ")}
            </li>
          </Fragment>
        );
      })}
    </ol>
  );
}
