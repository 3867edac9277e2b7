import { nextItem } from "@squadroom/core/backlog/backlog";
import { type ItemSort, isMatch } from "@squadroom/core/backlog/filter";
import { type BacklogItem, compareItems, compareScores } from "@squadroom/core/backlog/item";
import { PRIORITIES, type Priority } from "@squadroom/core/task/task";
import { clsx } from "clsx";
import { Download, Upload } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { doAct } from "../../act/do-act.ts";
import { useActForm } from "../../act/use-act-form.ts";
import { useKeys } from "../../keys/keys.ts";
import { may } from "../../live/allowed.ts";
import { useNames } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { useCalm } from "../../live/use-calm.ts";
import type { ListHandle } from "../../panel/use-grouped-rows.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Select } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Segments } from "../../ui/segments.tsx";
import { OwnCommand } from "../command/index.ts";
import { RoomHead, useFolded } from "../room/index.ts";
import { BacklogBoard, stepOnBoard } from "./backlog-board.tsx";
import { BacklogList, groupsOf } from "./backlog-list.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { ItemSheet } from "./item-sheet.tsx";
import { ModeBar } from "./mode-bar.tsx";
import { openItem, toggleItem, useOpenItem } from "./open-item.ts";
import { type Act, pickItem } from "./send.ts";
import { PRIORITY } from "./words.ts";
import "../../panel/panel.css";
import "./backlog.css";
import "./backlog-narrow.css";

const SORT = {
  order: "In order",
  score: "By ratio",
  newest: "Newest",
};

const EXPORT = {
  csv: "As CSV",
  json: "As JSON",
};

const CALM_MS = 100;

const SORTS: Record<ItemSort, (a: BacklogItem, b: BacklogItem) => number> = {
  order: compareItems,
  score: compareScores,
  newest: (a, b) => b.addedAt - a.addedAt || b.id - a.id,
};

interface Shown {
  text: string;
  label: string;
  priority: string;
  sort: ItemSort;
  view: "list" | "board";
  withEnded: boolean;
}

const AT_FIRST: Shown = {
  text: "",
  label: "",
  priority: "",
  sort: "order",
  view: "list",
  withEnded: false,
};

/** What should be done some day, in the order in which it will be. */
export function BacklogScreen({ state: current }: { state: RoomState }): ReactNode {
  const state = useCalm(current, CALM_MS);
  const names = useNames(state);
  const [shown, setShown] = useState(AT_FIRST);
  const openId = useOpenItem();
  const [wanted, setWanted] = useState<{ id: number; act: Act } | null>(null);
  const list = useRef<ListHandle>(null);
  const [imports, setImports] = useState(false);
  const { backlog, roomId } = state.view;
  const filter = {
    text: shown.text,
    label: shown.label || undefined,
    priority: (shown.priority || undefined) as Priority | undefined,
  };
  const isNarrowed = [shown.text, shown.label, shown.priority].some((one) => one !== "");
  const filters = useFolded(isNarrowed, () => setShown({ ...shown, text: "", label: "", priority: "" }));
  const items = backlog.items.filter((item) => isMatch(item, filter));
  const ended = backlog.ended.filter((item) => isMatch(item, filter));
  const isEmpty = backlog.items.length === 0 && backlog.ended.length === 0;
  const canMove = may(state, "moveItem");
  const groups = groupsOf(items, shown.withEnded ? ended : [], SORTS[shown.sort]);
  const act = (of: BacklogItem, kind: Act): void => {
    if (kind !== "pick") {
      setWanted({ id: of.id, act: kind });
      openItem(of.id);
      return;
    }
    pickItem(roomId, of.id);
  };
  const close = (): void => {
    setWanted(null);
    openItem(null);
  };
  /** Keys step through the list: the next one follows at once. */
  const toNext = (): void => {
    setWanted(null);
    const ids = groups.flatMap((group) => group.items.map(({ id }) => id));
    const at = ids.indexOf(openId ?? 0);
    const next = ids[at + 1] ?? ids[at - 1] ?? null;
    openItem(next);
    if (next !== null) list.current?.goTo(next);
  };
  const step = (by: 1 | -1): void => (shown.view === "list" ? list.current?.step(by) : stepOnBoard(by));
  useKeys([
    { keys: "j", group: "list", label: "Next item", run: () => step(1) },
    { keys: "k", group: "list", label: "Previous item", run: () => step(-1) },
    {
      keys: "e",
      group: "list",
      label: "Open, then into the panel",
      run: () => list.current?.open(),
    },
    { keys: "/", group: "list", label: "Filter the items", run: () => focusOn(".bk-search") },
    { keys: "n", group: "list", label: "Add an item", run: () => focusOn(".bk-quick input") },
  ]);
  return (
    <>
      <RoomHead state={state} names={names} filters={filters} />
      <ModeBar state={state} />
      <Tools
        state={state}
        shown={shown}
        isOpen={filters.areShown}
        onShow={(more) => setShown({ ...shown, ...more })}
        onImport={() => setImports(true)}
      />
      <div className="beside">
        <div className="bk-page beside-list">
          {may(state, "addItems") && <QuickAdd room={roomId} />}
          {isEmpty ? (
            <Empty
              title="The backlog is empty"
              command={<OwnCommand args={`backlog add "An idea" --room ${state.view.name}`} />}
            >
              Write down what should be done some day. You or the entry point pick items from it, or the room hands them
              out one by one.
            </Empty>
          ) : items.length + ended.length === 0 ? (
            <Empty
              title="No items match the filter."
              actions={<Button onClick={() => setShown(AT_FIRST)}>Show all</Button>}
            />
          ) : shown.view === "list" ? (
            <BacklogList
              room={roomId}
              groups={groups}
              canMove={canMove && shown.sort === "order"}
              nextId={nextItem(backlog)?.id ?? null}
              openId={openId}
              narrowedBy={JSON.stringify(shown)}
              handle={list}
            />
          ) : (
            <BacklogBoard
              items={[...[...items].sort(SORTS[shown.sort]), ...ended]}
              canMove={canMove}
              onOpen={(id) => toggleItem(id, openId)}
              onAct={act}
            />
          )}
        </div>
        {openId !== null && (
          <ItemSheet
            itemId={openId}
            state={state}
            act={wanted?.id === openId ? wanted.act : null}
            onClose={close}
            onNext={toNext}
          />
        )}
      </div>
      {imports && <ImportDialog room={roomId} onClose={() => setImports(false)} />}
    </>
  );
}

function focusOn(field: string): void {
  document.querySelector<HTMLElement>(field)?.focus();
}

function Tools({
  state,
  shown,
  isOpen,
  onShow,
  onImport,
}: {
  state: RoomState;
  shown: Shown;
  /** Whether they are shown if there is little room. */
  isOpen: boolean;
  onShow: (more: Partial<Shown>) => void;
  onImport: () => void;
}): ReactNode {
  const { items, ended } = state.view.backlog;
  const labels = [...new Set(items.flatMap((item) => item.labels))].sort();
  const option = (value: string, label = value) => ({ value, label });
  const { roomId, name } = state.view;
  const exportTo = (format: "csv" | "json"): void =>
    void doAct(
      "exportBacklog",
      { params: { room: roomId }, query: { format } },
      { onDone: ({ content }) => saveFile(`${name}-backlog.${format}`, content) },
    );
  return (
    <div className={clsx("bk-tools", !isOpen && "is-folded")}>
      <Segments
        label="View"
        value={shown.view}
        options={[
          { value: "list", label: "List" },
          { value: "board", label: "Board" },
        ]}
        onChange={(view) => onShow({ view })}
      />
      <input
        type="search"
        className="field bk-search"
        placeholder="Filter by words or number"
        aria-label="Filter by words or number"
        value={shown.text}
        onChange={(event) => onShow({ text: event.target.value })}
      />
      <Select
        label="Label"
        hideLabel
        value={shown.label}
        options={[option("", "All labels"), ...labels.map((label) => option(label))]}
        onChange={(label) => onShow({ label })}
      />
      <Select
        label="Priority"
        hideLabel
        value={shown.priority}
        options={[option("", "All priorities"), ...PRIORITIES.map((priority) => option(priority, PRIORITY[priority]))]}
        onChange={(priority) => onShow({ priority })}
      />
      <Select
        label="Sort"
        hideLabel
        value={shown.sort}
        options={(["order", "score", "newest"] as const).map((sort) => option(sort, SORT[sort]))}
        onChange={(sort) => onShow({ sort: sort as ItemSort })}
      />
      {shown.view === "list" && ended.length > 0 && (
        <Button kind="ghost" onClick={() => onShow({ withEnded: !shown.withEnded })}>
          {shown.withEnded ? "Hide closed" : "Show closed"}
        </Button>
      )}
      <span className="end bk-files">
        {may(state, "importBacklog") && (
          <Button kind="ghost" onClick={onImport}>
            <Icon of={Upload} size="s" />
            Import
          </Button>
        )}
        {(["csv", "json"] as const).map((format) => (
          <Button key={format} kind="ghost" onClick={() => exportTo(format)}>
            <Icon of={Download} size="s" />
            {EXPORT[format]}
          </Button>
        ))}
      </span>
    </div>
  );
}

function QuickAdd({ room }: { room: string }): ReactNode {
  const form = useActForm("addItems", {
    draft: `items:${room}:add`,
    start: { title: "" },
    gives: (item) => ({ params: { room }, body: { items: [item] } }),
  });
  const { value, onChange, maxLength, problem } = form.at("title");
  const wrong = problem ?? form.problem;
  return (
    <form
      {...form.binding}
      className="bk-quick"
      onSubmit={(event) => (value.trim() === "" ? event.preventDefault() : form.binding.onSubmit(event))}
    >
      <input
        className="field"
        placeholder="Add an item"
        aria-label="Title of a new item"
        aria-invalid={problem ? true : undefined}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button type="submit">Add</Button>
      {wrong && <Note tone="bad">{wrong}</Note>}
    </form>
  );
}
