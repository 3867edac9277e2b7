import { clsx } from "clsx";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useKeys } from "../../keys/keys.ts";
import { useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import { Empty } from "../../ui/empty.tsx";
import { Select } from "../../ui/field.tsx";
import { RoomHead, useFolded } from "../room/index.ts";
import { endedIn, useEnded } from "./ended.ts";
import { NewTaskButton } from "./new-task-button.tsx";
import { useOpenTask } from "./open-task.ts";
import { OpenTaskSheet } from "./open-task-sheet.tsx";
import { endOf, WorkBoard } from "./work-board.tsx";
import { isFiltered, NO_FILTER, sessionsOf, type WorkFilter } from "./work-filter.ts";
import { WorkFilters } from "./work-filters.tsx";
import { workGraph } from "./work-graph.ts";
import { WorkGraphView } from "./work-graph-view.tsx";
import { WorkHeads } from "./work-heads.tsx";
import { type ListHandle, WorkRows } from "./work-list.tsx";
import { countText, linesOf, sectionsOf } from "./work-sections.ts";
import { judgesOf, openRows, type TableRow } from "./work-table.ts";
import "../../panel/panel.css";
import "./work-screen.css";

const TABLE_FIGURE = {
  ended: "ended",
  working: "in progress",
  asks: "waiting for a person",
  failed: "failed",
  unmanned: "waiting for an agent",
  blocked: "blocked",
  ready: "ready",
  planned: "planned",
};

/** The page changes at most this often, ms. */
const CALM_MS = 250;

/** All tasks of a room, and the steps that become some, as list, board or graph, each with why it can't continue. */
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
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const openId = useOpenTask();
  const open = useMemo(() => openRows(view, filter), [view, filter]);
  const ended = useEnded(room, view, filter);
  const judges = useMemo(() => judgesOf(view), [view]);
  const endedRows = useMemo(
    () =>
      ended.rows.map(
        (task): TableRow => ({ kind: "ended", id: task.id, task, perspectives: judges.get(task.id) ?? 0 }),
      ),
    [ended.rows, judges],
  );
  const filters = useFolded(isFiltered(filter), () => onFilter(NO_FILTER));
  const onToggle = (key: string, isOpen: boolean) => setOpened(new Map(opened).set(key, isOpen));
  const graph = useMemo(
    () => (filter.view === "graph" ? workGraph(view, open, endedRows) : null),
    [filter.view, view, open, endedRows],
  );
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

  const isEmpty = view.tasks.length === 0 && open.planned.length === 0 && ended.total === 0;
  const shown = Object.values(open).reduce((sum, { length }) => sum + length, endedRows.length);
  const isWhole = !isFiltered(filter);
  const endedCount = isWhole ? countText(ended.total) : `${countText(endedRows.length)}${ended.hasMore ? "+" : ""}`;
  const hasSessions = sessionsOf(view, filter).length > 1;
  const rowsProps = { room: view.name, names, openId, onToggle, handle };
  return (
    <>
      <RoomHead state={calm} names={names} {...(isEmpty ? {} : { filters })} />
      {!isEmpty && (
        <WorkFilters state={calm} names={names} filter={filter} isOpen={filters.areShown} onFilter={onFilter} />
      )}
      {!isEmpty && (
        <div className="wsum-line">
          <Summary state={calm} />
          {hasSessions && !filter.view && <GroupBy group={filter.group} onFilter={onFilter} />}
        </div>
      )}
      <div className="beside">
        <div className={clsx("beside-list", !hasSessions && "is-one-session")}>
          {isEmpty ? (
            <Empty title="No tasks yet" actions={<NewTaskButton state={calm} />}>
              Your first message to the team becomes a task, and the agent that takes it creates more. Leads can also
              create one here.
            </Empty>
          ) : shown === 0 && !ended.isBusy ? (
            <Empty title="No tasks match">
              {isFiltered(filter) ? "Clear the filters to see every task of the room." : null}
            </Empty>
          ) : graph ? (
            <WorkGraphView graph={graph} room={view.name} names={names} openId={openId} />
          ) : filter.view === "board" ? (
            <WorkBoard
              open={open}
              ended={ended}
              endedRows={endedRows}
              endedCount={endedCount}
              {...rowsProps}
              filter={filter}
            />
          ) : (
            <>
              <WorkHeads sort={filter.sort} onSort={(sort) => onFilter({ sort })} />
              <WorkRows
                {...rowsProps}
                label="Tasks of this room"
                items={[
                  ...linesOf(open, endedRows, {
                    sort: filter.sort,
                    group: filter.group,
                    names,
                    isNarrowed: !isWhole,
                    opened,
                    endedCount,
                  }),
                  ...endOf(ended),
                ]}
                onEnd={ended.fetchMore}
              />
            </>
          )}
        </div>
        <OpenTaskSheet state={calm} names={names} />
      </div>
    </>
  );
}

function GroupBy({
  group,
  onFilter,
}: Pick<WorkFilter, "group"> & { onFilter: (change: WorkFilter) => void }): ReactNode {
  return (
    <Select
      hideLabel
      label="Group by"
      value={group ?? ""}
      options={[
        { value: "", label: "By state" },
        { value: "session", label: "By session" },
      ]}
      onChange={(value) => onFilter({ group: value === "session" ? "session" : undefined })}
    />
  );
}

/** The state of everything, in figures; filters do not change them. */
function Summary({ state: { view } }: { state: RoomState }): ReactNode {
  const all = useMemo(() => openRows(view, {}), [view]);
  const { needsYou, inWork, ready, unmanned, blocked } = sectionsOf(all);
  const figures = [
    ["ended", endedIn(view), ""],
    ["working", inWork.length, "c-work"],
    ["asks", needsYou.length - all.failed.length, "c-wait"],
    ["failed", all.failed.length, "c-bad"],
    ["unmanned", unmanned.length, ""],
    ["blocked", blocked.length, ""],
    ["ready", ready.length, ""],
    ["planned", all.planned.length, ""],
  ] as const;
  return (
    <ul className="wsum" aria-label="Tasks by state">
      {figures
        .filter(([, count]) => count > 0)
        .map(([name, count, ink]) => (
          <li key={name} className={ink}>
            {`${countText(count)} ${TABLE_FIGURE[name]}`}
          </li>
        ))}
    </ul>
  );
}
