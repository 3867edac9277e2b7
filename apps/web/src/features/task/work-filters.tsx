import { PRIORITIES } from "@squadroom/core/task/task";
import { clsx } from "clsx";
import { Columns3, List, Search } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { RoomState } from "../../live/room-state.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Segments } from "../../ui/segments.tsx";
import { NewTaskButton } from "./new-task-button.tsx";
import { PRIORITY, TABLE_STANDING } from "./words.ts";
import { isFiltered, NO_FILTER, STANDINGS, type WorkFilter } from "./work-filter.ts";

/** Pause in typing after which the page is filtered, ms. */
const TYPED_MS = 200;

/** What the page shows: in which form, and with which filter. */
export function WorkFilters({
  state,
  filter,
  isOpen,
  onFilter,
}: {
  state: RoomState;
  filter: WorkFilter;
  /** Whether they are shown if there is little room. */
  isOpen: boolean;
  onFilter: (change: WorkFilter) => void;
}): ReactNode {
  const { view } = state;
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
        ]}
        onChange={(value) => onFilter({ view: value === "board" ? "board" : undefined })}
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
