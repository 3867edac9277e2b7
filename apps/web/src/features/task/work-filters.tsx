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
import { t } from "./words.ts";
import { isFiltered, NO_FILTER, STANDINGS, type WorkFilter } from "./work-filter.ts";

/** A pause in typing after which the page is narrowed, ms. */
const TYPED_MS = 200;

/** What the page shows: as what, and narrowed to what. */
export function WorkFilters({
  state,
  filter,
  isOpen,
  onFilter,
}: {
  state: RoomState;
  filter: WorkFilter;
  /** Whether they are shown where there is little room. */
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
        label={t("table.as")}
        value={filter.view ?? "list"}
        options={[
          { value: "list", label: t("table.list"), icon: <Icon of={List} size="s" /> },
          { value: "board", label: t("table.board"), icon: <Icon of={Columns3} size="s" /> },
        ]}
        onChange={(value) => onFilter({ view: value === "board" ? "board" : undefined })}
      />
      <TextFilter
        text={filter.text ?? ""}
        onText={(text) => onFilter({ text: text || undefined })}
      />
      <Select
        hideLabel
        label={t("detail.state")}
        value={filter.standing ?? ""}
        options={[
          any(t("table.anyState")),
          ...STANDINGS.map((value) => ({ value, label: t(`table.standing.${value}`) })),
        ]}
        onChange={(value) =>
          onFilter({ standing: STANDINGS.find((standing) => standing === value) })
        }
      />
      <Select
        hideLabel
        label={t("detail.role")}
        value={filter.role ?? ""}
        options={[
          any(t("table.anyRole")),
          ...(view.team?.roles ?? []).map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onChange={(role) => onFilter({ role: role || undefined })}
      />
      <Select
        hideLabel
        label={t("table.agent")}
        value={filter.agent ?? ""}
        options={[
          any(t("table.anyAgent")),
          ...agents.map(({ id, name }) => ({ value: id, label: name })),
          ...(filter.agent && !known ? [{ value: filter.agent, label: t("table.goneAgent") }] : []),
        ]}
        onChange={(agent) => onFilter({ agent: agent || undefined })}
      />
      <Select
        hideLabel
        label={t("detail.priority")}
        value={filter.priority ?? ""}
        options={[
          any(t("table.anyPriority")),
          ...PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) })),
        ]}
        onChange={(value) => onFilter({ priority: PRIORITIES.find((one) => one === value) })}
      />
      {isFiltered(filter) && (
        <Button kind="ghost" onClick={() => onFilter(NO_FILTER)}>
          {t("table.clear")}
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
        placeholder={t("table.find")}
        aria-label={t("table.find")}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  );
}
