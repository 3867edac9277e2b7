import { type ReactNode, useMemo, useRef, useState } from "react";
import { useKeys } from "../../keys/keys.ts";
import { explain } from "../../live/api.ts";
import { useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { RoomHead, useFolded } from "../room/index.ts";
import { type Ended, useEnded } from "./ended.ts";
import { NewTaskButton } from "./new-task-button.tsx";
import { useOpenTask } from "./open-task.ts";
import { OpenTaskSheet } from "./open-task-sheet.tsx";
import { TABLE_STANDING } from "./words.ts";
import { isFiltered, NO_FILTER, STANDINGS, type WorkFilter } from "./work-filter.ts";
import { WorkFilters } from "./work-filters.tsx";
import { type Fold, type ListHandle, type ListItem, WorkRows } from "./work-list.tsx";
import { liveRows, sectionsOf, type TableRow } from "./work-table.ts";
import "../../panel/panel.css";
import "./work-screen.css";

const TABLE_SECTIONS = {
  needsYou: "Needs you",
  inWork: "In progress",
  ready: "Ready, in this order",
  blocked: "Blocked",
  done: "Ended",
};

const TABLE_FIGURE = {
  done: (count) => `${count} done`,
  working: (count) => `${count} working`,
  asks: (count) => `${count} waiting for a person`,
  failed: (count) => `${count} failed`,
  blocked: (count) => `${count} blocked`,
  ready: (count) => `${count} ready`,
} satisfies Record<string, (count: number) => string>;

/** The page changes at most this often, ms. */
const CALM_MS = 250;

/** All tasks of a room, as list or board, each with why it can't continue. */
export function WorkScreen({
  room,
  state,
  filter,
  onFilter,
}: {
  room: string;
  state: RoomState;
  filter: WorkFilter;
  onFilter: (change: WorkFilter) => void;
}): ReactNode {
  const calm = useCalm(state, CALM_MS);
  const { view } = calm;
  const names = useNames(calm);
  const handle = useRef<ListHandle>(null);
  const [showsBlocked, setShowsBlocked] = useState(false);
  const openId = useOpenTask();
  const live = useMemo(() => liveRows(view, filter), [view, filter]);
  const ended = useEnded(room, view, filter);
  const filters = useFolded(isFiltered(filter), () => onFilter(NO_FILTER));
  useKeys([
    { keys: "j", group: "list", label: "Next task", run: () => handle.current?.step(1) },
    { keys: "k", group: "list", label: "Previous task", run: () => handle.current?.step(-1) },
    {
      keys: "e",
      group: "list",
      label: "Open, then into the panel",
      run: () => handle.current?.open(),
    },
  ]);

  const isEmpty = view.tasks.length === 0 && ended.total === 0;
  const isBoard = filter.view === "board";
  const shown = Object.values(live).reduce((sum, { length }) => sum + length, ended.rows.length);
  return (
    <>
      <RoomHead state={calm} names={names} {...(isEmpty ? {} : { filters })} />
      {!isEmpty && <WorkFilters state={calm} filter={filter} isOpen={filters.areShown} onFilter={onFilter} />}
      {!isEmpty && <Summary state={calm} />}
      <div className="beside">
        <div className="beside-list">
          {isEmpty ? (
            <Empty title="No tasks yet" actions={<NewTaskButton state={calm} />}>
              Your first message to the team becomes a task, and the agent that takes it creates more. Leads can also
              create one here.
            </Empty>
          ) : shown === 0 && !ended.isBusy ? (
            <Empty title="No tasks match">
              {isFiltered(filter) ? "Clear the filters to see every task of the room." : null}
            </Empty>
          ) : isBoard ? (
            <div className="wboard">
              {STANDINGS.filter((standing) => !filter.standing || standing === filter.standing).map((standing) => {
                const rows: TableRow[] = standing === "ended" ? ended.rows.map(asRow) : live[standing];
                const count = standing === "ended" && !isFiltered(filter) ? ended.total : rows.length;
                return (
                  <section key={standing} className="wcol" aria-label={TABLE_STANDING[standing]}>
                    <h2>
                      {TABLE_STANDING[standing]}
                      <span className="num-n">
                        {standing === "ended" && isFiltered(filter) && ended.hasMore
                          ? `${count}+`
                          : count.toLocaleString("en")}
                      </span>
                    </h2>
                    <WorkRows
                      isCard
                      label={TABLE_STANDING[standing]}
                      items={[
                        ...rows.map((row): ListItem => ({ kind: "task", key: row.id, row })),
                        ...(standing === "ended" ? endOf(ended) : []),
                      ]}
                      names={names}
                      openId={openId}
                      {...(standing === "ended" ? { onEnd: ended.fetchMore } : {})}
                      {...(standing === firstWith(live, ended) ? { handle } : {})}
                    />
                  </section>
                );
              })}
            </div>
          ) : (
            <WorkRows
              label="Tasks of this room"
              items={listOf(live, ended, isFiltered(filter), {
                isOpen: showsBlocked,
                onFold: () => setShowsBlocked(!showsBlocked),
              })}
              names={names}
              openId={openId}
              onEnd={ended.fetchMore}
              handle={handle}
            />
          )}
        </div>
        <OpenTaskSheet state={calm} names={names} />
      </div>
    </>
  );
}

const asRow = (task: Ended["rows"][number]): TableRow => ({ kind: "ended", id: task.id, task });

/** Where the keys begin on the board. */
function firstWith(live: ReturnType<typeof liveRows>, ended: Ended): string | undefined {
  return STANDINGS.find((standing) => (standing === "ended" ? ended.rows.length > 0 : live[standing].length > 0));
}

/** Most blocked tasks shown unasked: a few say something, a hundred hide the rest. */
const BLOCKED_SHOWN = 5;

function listOf(live: ReturnType<typeof liveRows>, ended: Ended, isNarrowed: boolean, fold: Fold): readonly ListItem[] {
  const { needsYou, inWork, ready, blocked } = sectionsOf(live);
  const section = (
    key: "needsYou" | "inWork" | "ready" | "blocked" | "done",
    rows: readonly TableRow[],
    more: Partial<Extract<ListItem, { kind: "head" }>> = {},
  ): ListItem[] => {
    if (rows.length === 0) return [];
    const title = TABLE_SECTIONS[key];
    const head: ListItem = { kind: "head", key: `head ${key}`, title, count: rows.length, ...more };
    const tasks = rows.map((row): ListItem => ({ kind: "task", key: row.id, row }));
    return more.fold?.isOpen === false ? [head] : [head, ...tasks];
  };
  const isFolded = !isNarrowed && blocked.length > BLOCKED_SHOWN;
  return [
    ...section("needsYou", needsYou),
    ...section("inWork", inWork),
    ...section("ready", ready),
    ...section("blocked", blocked, isFolded ? { fold } : {}),
    ...section("done", ended.rows.map(asRow), isNarrowed ? {} : { count: ended.total }),
    ...endOf(ended),
  ];
}

/** Below the ended ones: the next page, or why it is missing. */
function endOf(ended: Ended): ListItem[] {
  if (ended.error) {
    const content = (
      <p className="wmore">
        {explain(ended.error).message} <Button onClick={ended.again}>Try again</Button>
      </p>
    );
    return [{ kind: "end", key: "end", content }];
  }
  if (!ended.hasMore) return [];
  const content = (
    <p className="wmore">
      <Button onClick={ended.fetchMore}>Load older tasks</Button>
    </p>
  );
  return [{ kind: "end", key: "end", content }];
}

/** The state of everything, in figures; filters do not change them. */
function Summary({ state: { view } }: { state: RoomState }): ReactNode {
  const all = useMemo(() => liveRows(view, {}), [view]);
  const { needsYou, inWork, ready, blocked } = sectionsOf(all);
  const figures = [
    ["done", view.totals.completed, ""],
    ["working", inWork.length, "c-work"],
    ["asks", needsYou.length - all.failed.length, "c-wait"],
    ["failed", all.failed.length, "c-bad"],
    ["blocked", blocked.length, ""],
    ["ready", ready.length, ""],
  ] as const;
  return (
    <ul className="wsum" aria-label="Tasks by state">
      {figures
        .filter(([, count]) => count > 0)
        .map(([name, count, ink]) => (
          <li key={name} className={ink}>
            {TABLE_FIGURE[name](count)}
          </li>
        ))}
    </ul>
  );
}
