import type { Branch } from "@squadroom/core/branch/branch";
import { type BranchState, branchState } from "@squadroom/core/branch/state";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Since } from "../../clock/time.tsx";
import { useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { Empty } from "../../ui/empty.tsx";
import { RecordGroup, RecordPage } from "../../ui/record-list.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { OwnCommand } from "../command/index.ts";
import { RoomHead } from "../room/index.ts";
import { StateTag } from "./state-tag.tsx";
import "./branches-screen.css";

const CALM_MS = 100;
/** A person takes it, or decides about it. */
const WAITS: ReadonlySet<BranchState> = new Set(["ready", "unfinished", "stuck"]);

/** What runs make, and where it goes: first what waits for a person, last what is merged into others. */
export function BranchesScreen({ state: current }: { state: RoomState }): ReactNode {
  const state = useCalm(current, CALM_MS);
  const names = useNames(state);
  const { view } = state;
  const all = Object.values(view.branches).sort((a, b) => b.at - a.at);
  const waits = (branch: Branch): boolean => WAITS.has(branchState(view, branch));
  const waiting = all.filter((branch) => branch.line === null && waits(branch));
  const going = all.filter((branch) => branch.line === null && !waits(branch));
  const parts = all.filter(({ line }) => line !== null);
  return (
    <>
      <RoomHead state={state} names={names} />
      <RecordPage next="Next branch" previous="Previous branch">
        {all.length === 0 ? (
          <Empty title="No branches yet" command={<OwnCommand args={`run --room ${view.name}`} />}>
            When a runner’s agents change files in a git repository, their branches appear here.
          </Empty>
        ) : (
          <>
            {waiting.length > 0 && <Group title="Waiting for you" branches={waiting} state={state} />}
            {going.length > 0 && <Group title="Branches" branches={going} state={state} />}
            {parts.length > 0 && <Group title="Merged into others" branches={parts} state={state} />}
          </>
        )}
      </RecordPage>
    </>
  );
}

function Group({
  title,
  branches,
  state: { view },
}: {
  title: string;
  branches: readonly Branch[];
  state: RoomState;
}): ReactNode {
  return (
    <RecordGroup title={title} count={branches.length}>
      <ul>
        {branches.map((branch) => {
          const { key, line, lineTitle, name, changes, at } = branch;
          return (
            <li key={key} className="rec-row br-row">
              <span className="rec-what">
                <Link
                  className="rec-title"
                  to="/rooms/$room/branches/$branch"
                  params={{ room: view.name, branch: key }}
                  data-list-item
                >
                  {key} {plainText(branch.title)}
                </Link>
                <span className="small muted">
                  {line === null ? name : say`into ${view.branches[line]?.name ?? (lineTitle || line)}`}
                </span>
              </span>
              <span>
                <StateTag view={view} branch={branch} />
              </span>
              <span className="small muted rec-end br-size">{changes && `+${changes.added} −${changes.removed}`}</span>
              <span className="small muted rec-end">
                <Since at={at} short />
              </span>
            </li>
          );
        })}
      </ul>
    </RecordGroup>
  );
}
