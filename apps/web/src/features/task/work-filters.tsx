import { PRIORITIES } from "@squadroom/core/task/task";
import { clsx } from "clsx";
import { Columns3, List, Search, Workflow } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Segments } from "../../ui/segments.tsx";
import { NewTaskButton } from "./new-task-button.tsx";
import { PRIORITY, TABLE_STANDING } from "./words.ts";
import { isFiltered, NO_FILTER, ORDERS, SORTS, STANDINGS, sessionsOf, type WorkFilter } from "./work-filter.ts";
import { SORT } from "./work-heads.tsx";
import { sessionTitle } from "./work-sections.ts";

/** Pause in typing after which the page is filtered, ms. */
const TYPED_MS = 200;

/** What the page shows: in which form, and with which filter. */
export function WorkFilters({
  state,
  names,
  filter,
  isOpen,
  onFilter,
}: {
  state: RoomState;
  names: Names;
  filter: WorkFilter;
  /** Whether they are shown if there is little room. */
  isOpen: boolean;
  onFilter: (change: WorkFilter) => void;
}): ReactNode {
  const { view } = state;
  const sessions = sessionsOf(view, filter);
  const any = (label: string) => ({ value: "", label });
  const agents = Object.values(view.agents).sort((a, b) => a.name.localeCompare(b.name, "en"));
  const known = agents.some(({ id }) => id === filter.agent);
  return (
    <div className={clsx("wfilters", !isOpen && "is-folded")}>
      <Segments
        label="Show as"
        value={filter.view ?? "list"}
        options={[
          { value: "list", label: "List", icon: <Icon of={List} size="s" /> },
          { value: "board", label: "Board", icon: <Icon of={Columns3} size="s" /> },
          { value: "graph", label: "Graph", icon: <Icon of={Workflow} size="s" /> },
        ]}
        onChange={(value) => onFilter({ view: value === "list" ? undefined : value })}
      />
      <TextFilter text={filter.text ?? ""} onText={(text) => onFilter({ text: text || undefined })} />
      <Select
        hideLabel
        label="State"
        value={filter.standing ?? ""}
        options={[any("Any state"), ...STANDINGS.map((value) => ({ value, label: TABLE_STANDING[value] }))]}
        onChange={(value) => onFilter({ standing: STANDINGS.find((standing) => standing === value) })}
      />
      <Select
        hideLabel
        label="Role"
        value={filter.role ?? ""}
        options={[
          any("Any role"),
          ...(view.team?.roles ?? []).map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onChange={(role) => onFilter({ role: role || undefined })}
      />
      <Select
        hideLabel
        label="Agent"
        value={filter.agent ?? ""}
        options={[
          any("Any agent"),
          ...agents.map(({ id, name }) => ({ value: id, label: name })),
          ...(filter.agent && !known ? [{ value: filter.agent, label: "an agent that left" }] : []),
        ]}
        onChange={(agent) => onFilter({ agent: agent || undefined })}
      />
      <Select
        hideLabel
        label="Priority"
        value={filter.priority ?? ""}
        options={[any("Any priority"), ...PRIORITIES.map((value) => ({ value, label: PRIORITY[value] }))]}
        onChange={(value) => onFilter({ priority: PRIORITIES.find((one) => one === value) })}
      />
      {sessions.length > 1 && (
        <Select
          hideLabel
          label="Session"
          value={String(filter.session ?? "")}
          options={[
            any("Any session"),
            ...sessions.map((id) => ({ value: String(id), label: sessionTitle(names, id) })),
          ]}
          onChange={(value) => onFilter({ session: Number(value) || undefined })}
        />
      )}
      {!filter.view && (
        <Select
          hideLabel
          label="Order by"
          className="wsort"
          value={filter.sort ?? ""}
          options={[
            any("Usual order"),
            ...SORTS.flatMap((by) => [
              { value: by, label: `By ${SORT[by].toLowerCase()}` },
              { value: `-${by}`, label: `By ${SORT[by].toLowerCase()}, descending` },
            ]),
          ]}
          onChange={(value) => onFilter({ sort: ORDERS.find((order) => order === value) })}
        />
      )}
      {isFiltered(filter) && (
        <Button kind="ghost" onClick={() => onFilter(NO_FILTER)}>
          Clear filters
        </Button>
      )}
      <span className="end">
        <NewTaskButton state={state} />
      </span>
    </div>
  );
}

function TextFilter({ text, onText }: { text: string; onText: (text: string) => void }): ReactNode {
  const [typed, setTyped] = useState(text);
  const [sent, setSent] = useState(text);
  // It was cleared, or the address changed.
  if (text !== sent) {
    setSent(text);
    setTyped(text);
  }
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(() => {
      setSent(typed);
      onText(typed);
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, onText]);
  return (
    <search className="wsearch">
      <Icon of={Search} size="s" />
      <input
        className="field"
        value={typed}
        maxLength={200}
        placeholder="Find by id or title"
        aria-label="Find by id or title"
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  );
}
