import type { Branch } from "@squadroom/core/branch/branch";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Since } from "../../clock/time.tsx";
import { useKeys } from "../../keys/keys.ts";
import { useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { Empty } from "../../ui/empty.tsx";
import { plainText } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { OwnCommand } from "../command/index.ts";
import { RoomHead } from "../room/index.ts";
import { StateTag } from "./state-tag.tsx";
import "./branches-screen.css";

const CALM_MS = 100;

/** What runs make, and where it goes: first what a person takes, then what is merged into that. */
export function BranchesScreen({ state: current }: { state: RoomState }): ReactNode {
  const { t } = wordsOf("branch");
  const state = useCalm(current, CALM_MS);
  const names = useNames(state);
  const [page, setPage] = useState<HTMLDivElement | null>(null);
  const step = (by: 1 | -1): void => {
    const links = [...(page?.querySelectorAll<HTMLElement>("[data-list-item]") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  useKeys([
    { keys: "j", group: "list", label: t("list.next"), run: () => step(1) },
    { keys: "k", group: "list", label: t("list.previous"), run: () => step(-1) },
  ]);
  const { view } = state;
  const all = Object.values(view.branches ?? {}).sort((a, b) => b.at - a.at);
  return (
    <>
      <RoomHead state={state} names={names} />
      <div className="br-list" ref={setPage}>
        {all.length === 0 ? (
          <Empty
            title={t("list.emptyTitle")}
            command={<OwnCommand args={`run --room ${view.name}`} />}
          >
            {t("list.emptyText")}
          </Empty>
        ) : (
          <>
            <Group
              title={t("list.lines")}
              none={t("list.noLines")}
              branches={all.filter(({ line }) => line === null)}
              state={state}
            />
            <Group
              title={t("list.parts")}
              none={t("list.noParts")}
              branches={all.filter(({ line }) => line !== null)}
              state={state}
            />
          </>
        )}
      </div>
    </>
  );
}

function Group({
  title,
  none,
  branches,
  state: { view },
}: {
  title: string;
  none: string;
  branches: readonly Branch[];
  state: RoomState;
}): ReactNode {
  const { t } = wordsOf("branch");
  return (
    <section className="br-group" aria-label={title}>
      <h2>
        {title} <span className="muted">{branches.length}</span>
      </h2>
      {branches.length === 0 && <p className="muted">{none}</p>}
      <ul>
        {branches.map((branch) => {
          const { key, line, lineTitle, name, changes, at } = branch;
          return (
            <li key={key} className="br-row">
              <span className="br-what">
                <Link
                  className="br-title"
                  to="/rooms/$room/branches/$branch"
                  params={{ room: view.name, branch: key }}
                  data-list-item
                >
                  {key} {plainText(branch.title)}
                </Link>
                <span className="small muted br-name">
                  {line === null
                    ? name
                    : t("list.into", { name: view.branches?.[line]?.name ?? (lineTitle || line) })}
                </span>
              </span>
              <span>
                <StateTag view={view} branch={branch} />
              </span>
              <span className="small muted br-size">
                {changes && t("fact.size", { added: changes.added, removed: changes.removed })}
              </span>
              <span className="small muted br-age">
                <Since at={at} short />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
