import { WISDOM_KINDS, type WisdomKind } from "@squadroom/core/delivery/wisdom-kinds";
import { clsx } from "clsx";
import { Plus } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useKeys } from "../../keys/keys.ts";
import { may } from "../../live/allowed.ts";
import { type Names, useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import type { ListHandle } from "../../panel/use-grouped-rows.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Select } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { Segments } from "../../ui/segments.tsx";
import { OwnCommand } from "../command/index.ts";
import { RoomHead, useFolded } from "../room/index.ts";
import { AddDialog } from "./add-dialog.tsx";
import { ALL, groupsOf, isWanted, sessionsIn, type Wanted } from "./entries.ts";
import { sessionName } from "./entry-facts.tsx";
import { EntrySheet } from "./entry-sheet.tsx";
import { openEntry, useOpenEntry } from "./open-entry.ts";
import { usePromote } from "./send.ts";
import { pastCount, useLive, usePast } from "./use-entries.ts";
import { WisdomList } from "./wisdom-list.tsx";
import { GROUPS } from "./words.ts";
import "../../panel/panel.css";
import "../../ui/field.css";
import "./wisdom.css";

const CALM_MS = 100;

/** What the team knows: decisions, conventions, issues and learnings, with who wrote them down and for what. */
export function WisdomScreen({
  state: current,
  about = "",
}: {
  state: RoomState;
  /** What to search for at first. */
  about?: string;
}): ReactNode {
  const state = useCalm(current, CALM_MS);
  const names = useNames(state);
  const [wanted, setWanted] = useState({ ...ALL, text: about });
  const [withPast, setWithPast] = useState(false);
  const [adds, setAdds] = useState(false);
  const list = useRef<ListHandle>(null);
  const openId = useOpenEntry();
  const { view } = state;
  const live = useLive(view);
  const past = usePast(view, wanted, withPast);
  const isNarrowed = wanted.text !== "" || wanted.kind !== "" || wanted.scope !== "";
  const filters = useFolded(isNarrowed, () => setWanted(ALL));
  const found = live.filter((entry) => isWanted(entry, wanted));
  const gone = withPast ? (past.data?.pages ?? []).flatMap(({ data }) => data) : [];
  const groups = groupsOf(found, gone);
  const isEmpty = view.wisdom.number === 0;
  const canAdd = may(state, "addWisdom");
  const promote = usePromote(view.roomId);
  useKeys([
    { keys: "j", group: "list", label: "Next entry", run: () => list.current?.step(1) },
    { keys: "k", group: "list", label: "Previous entry", run: () => list.current?.step(-1) },
    { keys: "e", group: "list", label: "Open the entry", run: () => list.current?.open() },
    {
      keys: "/",
      group: "list",
      label: "Filter entries",
      run: () => document.querySelector<HTMLElement>(".wi-search")?.focus(),
    },
    ...(canAdd ? [{ keys: "n", group: "list" as const, label: "Add an entry", run: () => setAdds(true) }] : []),
  ]);
  return (
    <>
      <RoomHead state={state} names={names} filters={filters} />
      <div className={clsx("wi-tools", !filters.areShown && "is-folded")}>
        <Filters
          wanted={wanted}
          names={names}
          sessions={sessionsIn(live)}
          onChange={(more) => setWanted({ ...wanted, ...more })}
        />
        {pastCount(view) > 0 && (
          <Button kind="ghost" onClick={() => setWithPast(!withPast)}>
            {withPast ? "Hide past entries" : "Show past entries"}
          </Button>
        )}
        {canAdd && (
          <Button className="end wi-add" onClick={() => setAdds(true)}>
            <Icon of={Plus} size="s" />
            Add
          </Button>
        )}
      </div>
      <div className="beside">
        <div className="beside-list">
          {past.isError && withPast && (
            <Note tone="bad">
              Couldn't load past entries. Try again.{" "}
              <Button kind="ghost" onClick={() => void past.refetch()}>
                Try again
              </Button>
            </Note>
          )}
          {isEmpty ? (
            <Empty
              title="The team has written nothing down yet"
              command={<OwnCommand args={`wisdom add "What we know" --room ${state.view.name}`} />}
            >
              Decisions, conventions, issues and learnings: agents write them down with their tasks, and get what others
              wrote with the next one.
            </Empty>
          ) : groups.length === 0 && isNarrowed ? (
            <Empty
              title="No entries match the filter."
              actions={<Button onClick={() => setWanted(ALL)}>Show all</Button>}
            />
          ) : (
            <WisdomList
              groups={groups}
              names={names}
              openId={openId}
              narrowedBy={JSON.stringify(wanted)}
              hasMore={withPast && past.hasNextPage}
              handle={list}
              onEnd={() => {
                if (withPast && past.hasNextPage && !past.isFetching) void past.fetchNextPage();
              }}
              onPromote={may(state, "promoteWisdom") ? ({ id }) => promote(id) : null}
            />
          )}
        </div>
        {openId !== null && (
          <EntrySheet key={openId} entryId={openId} state={state} names={names} onClose={() => openEntry(null)} />
        )}
      </div>
      {adds && <AddDialog state={state} names={names} onClose={() => setAdds(false)} />}
    </>
  );
}

function Filters({
  wanted,
  names,
  sessions,
  onChange,
}: {
  wanted: Wanted;
  names: Names;
  sessions: readonly number[];
  onChange: (more: Partial<Wanted>) => void;
}): ReactNode {
  return (
    <>
      <input
        type="search"
        className="field wi-search"
        placeholder="Filter by words, files or labels"
        aria-label="Filter by words, files or labels"
        value={wanted.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <Segments
        label="Kind"
        value={wanted.kind}
        options={[
          { value: "" as WisdomKind | "", label: "All" },
          ...WISDOM_KINDS.map((value) => ({ value, label: GROUPS[value] })),
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      {sessions.length > 0 && (
        <Select
          label="Scope"
          hideLabel
          value={String(wanted.scope)}
          options={[
            { value: "", label: "Room and sessions" },
            { value: "room", label: "The room's" },
            ...sessions.map((id) => ({ value: String(id), label: sessionName(id, names) })),
          ]}
          onChange={(scope) => onChange({ scope: scope === "" || scope === "room" ? scope : Number(scope) })}
        />
      )}
    </>
  );
}
