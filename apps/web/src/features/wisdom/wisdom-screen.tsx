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
import { toast } from "../../ui/toasts.ts";
import { OwnCommand } from "../command/index.ts";
import { RoomHead, useFolded } from "../room/index.ts";
import { AddDialog } from "./add-dialog.tsx";
import { ALL, type Entry, groupsOf, isWanted, sessionsIn, type Wanted } from "./entries.ts";
import { sessionName } from "./entry-facts.tsx";
import { EntrySheet } from "./entry-sheet.tsx";
import { openEntry, useOpenEntry } from "./open-entry.ts";
import { promote } from "./send.ts";
import { pastCount, useLive, usePast } from "./use-entries.ts";
import { WisdomList } from "./wisdom-list.tsx";
import { t } from "./words.ts";
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
  /** What to look for at first. */
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
  const doPromote = (entry: Entry): void => {
    void promote(view.roomId, entry).then((wrong) => {
      if (wrong) toast(wrong, { tone: "bad" });
    });
  };
  useKeys([
    { keys: "j", group: "list", label: t("keys.next"), run: () => list.current?.step(1) },
    { keys: "k", group: "list", label: t("keys.previous"), run: () => list.current?.step(-1) },
    { keys: "e", group: "list", label: t("keys.open"), run: () => list.current?.open() },
    {
      keys: "/",
      group: "list",
      label: t("keys.filter"),
      run: () => document.querySelector<HTMLElement>(".wi-search")?.focus(),
    },
    ...(canAdd
      ? [{ keys: "n", group: "list" as const, label: t("keys.add"), run: () => setAdds(true) }]
      : []),
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
            {t(withPast ? "tools.hidePast" : "tools.showPast")}
          </Button>
        )}
        {canAdd && (
          <Button className="end wi-add" onClick={() => setAdds(true)}>
            <Icon of={Plus} size="s" />
            {t("tools.add")}
          </Button>
        )}
      </div>
      <div className="beside">
        <div className="beside-list">
          {past.isError && withPast && (
            <Note tone="bad">
              {t("failed")}{" "}
              <Button kind="ghost" onClick={() => void past.refetch()}>
                {t("retry")}
              </Button>
            </Note>
          )}
          {isEmpty ? (
            <Empty
              title={t("empty.title")}
              command={<OwnCommand args={`wisdom add "What we know" --room ${state.view.name}`} />}
            >
              {t("empty.text")}
            </Empty>
          ) : groups.length === 0 && isNarrowed ? (
            <Empty
              title={t("empty.none")}
              actions={<Button onClick={() => setWanted(ALL)}>{t("empty.clear")}</Button>}
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
              onPromote={may(state, "promoteWisdom") ? doPromote : null}
            />
          )}
        </div>
        {openId !== null && (
          <EntrySheet
            key={openId}
            entryId={openId}
            state={state}
            names={names}
            onClose={() => openEntry(null)}
          />
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
        placeholder={t("tools.search")}
        aria-label={t("tools.search")}
        value={wanted.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <Segments
        label={t("tools.kind")}
        value={wanted.kind}
        options={[
          { value: "" as WisdomKind | "", label: t("tools.all") },
          ...WISDOM_KINDS.map((value) => ({ value, label: t(`groups.${value}`) })),
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      {sessions.length > 0 && (
        <Select
          label={t("tools.scope")}
          hideLabel
          value={String(wanted.scope)}
          options={[
            { value: "", label: t("tools.everywhere") },
            { value: "room", label: t("tools.room") },
            ...sessions.map((id) => ({ value: String(id), label: sessionName(id, names) })),
          ]}
          onChange={(scope) =>
            onChange({ scope: scope === "" || scope === "room" ? scope : Number(scope) })
          }
        />
      )}
    </>
  );
}
