import { branchState } from "@squadroom/core/branch/state";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import type { RoomState } from "../../live/room-state.ts";
import { plainText } from "../../words/plain-text.ts";
import { StateTag } from "./state-tag.tsx";
import "../../ui/work-row.css";
import "./branches-panel.css";

/** Most branches that are named; all of them have a page. */
const SHOWN = 3;

/** Beside the conversation: the branches that a person takes, until they have done so. */
export function BranchesPanel({ state: { view } }: { state: RoomState }): ReactNode {
  const params = { room: view.name };
  const own = Object.values(view.branches)
    .filter((one) => one.line === null && branchState(view, one) !== "taken")
    .sort((a, b) => b.at - a.at);
  return (
    <section className="brp" aria-label="Branches">
      <h2 className="label">
        Branches
        <Link className="link" to="/rooms/$room/branches" params={params}>
          All
        </Link>
      </h2>
      {own.length === 0 && <p className="small muted">You took them all.</p>}
      <ul>
        {own.slice(0, SHOWN).map((branch) => (
          <li key={branch.key}>
            <Link className="work-row" to="/rooms/$room/branches/$branch" params={{ ...params, branch: branch.key }}>
              <span className="work-title">
                <span className="work-id">{branch.key}</span> {plainText(branch.title)}
              </span>
              <Since at={branch.at} short className="work-since" />
              <span className="work-meta">
                <StateTag view={view} branch={branch} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
