import { clsx } from "clsx";
import { type ReactNode, type Ref, useEffect, useRef } from "react";
import type { Names } from "../../live/names.ts";
import { type ListHandle, useGroupedRows } from "../../panel/use-grouped-rows.ts";
import { Button } from "../../ui/button.tsx";
import { plainText } from "../../words/plain-text.ts";
import type { Entry, EntryGroup } from "./entries.ts";
import { EntryFacts } from "./entry-facts.tsx";
import { openEntry, toggleEntry } from "./open-entry.ts";
import { GROUPS, KIND } from "./words.ts";
import "../../panel/grouped-rows.css";
import "./wisdom.css";

type Row = { group: EntryGroup["name"]; count: number | null } | { id: number; entry: Entry };

const GROUP_PX = 46;
const ENTRY_PX = 60;
/** The next page is requested this many rows before the end. */
const MORE_ROWS = 20;

/** Entries one under the other, by kind. */
export function WisdomList({
  groups,
  names,
  openId,
  narrowedBy,
  hasMore,
  handle,
  onEnd,
  onPromote,
}: {
  groups: readonly EntryGroup[];
  names: Names;
  openId: number | null;
  narrowedBy: string;
  /** There are pages of past entries that were not requested yet. */
  hasMore: boolean;
  handle: Ref<ListHandle>;
  onEnd: () => void;
  /** `null`: this person may not. */
  onPromote: ((entry: Entry) => void) | null;
}): ReactNode {
  const rows = groups.flatMap(({ name, entries }): Row[] => [
    { group: name, count: name === "past" && hasMore ? null : entries.length },
    ...entries.map((entry) => ({ id: entry.id, entry })),
  ]);
  const { box, head, virtual, place } = useGroupedRows({
    rows,
    groupPx: GROUP_PX,
    rowPx: ENTRY_PX,
    openId,
    narrowedBy,
    handle,
    title: (id) => `[data-entry="${id}"] .wi-text`,
    onOpen: openEntry,
    onToggle: (id) => toggleEntry(id, openId),
  });
  const drawn = virtual.getVirtualItems();
  const isNearEnd = (drawn.at(-1)?.index ?? 0) >= rows.length - MORE_ROWS;
  const end = useRef(onEnd);
  end.current = onEnd;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that came may not be the last one wanted
  useEffect(() => {
    if (isNearEnd) end.current();
  }, [isNearEnd, rows.length]);
  return (
    <div className="gl-scroll" ref={box} data-scroll>
      <ul className="gl-rows" aria-label="Entries" style={{ height: virtual.getTotalSize() }}>
        {drawn.map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          const at = { transform: `translateY(${start}px)` };
          if ("group" in row)
            return (
              <li
                key={key}
                className={clsx("gl-group", index === head.current && "is-stuck")}
                style={index === head.current ? undefined : at}
                data-index={index}
                ref={virtual.measureElement}
              >
                <h2>{GROUPS[row.group]}</h2>
                {row.count !== null && <span className="small muted">{row.count.toLocaleString("en")}</span>}
              </li>
            );
          const { entry } = row;
          return (
            <li
              key={key}
              className={clsx("gl-row wi-row", entry.state !== "live" && "is-past")}
              style={at}
              data-index={index}
              data-entry={entry.id}
              aria-current={entry.id === openId || undefined}
              ref={virtual.measureElement}
            >
              <span className="small muted">{KIND[entry.kind]}</span>
              <div className="wi-what">
                <button
                  type="button"
                  className="wi-text"
                  onFocus={() => {
                    place.current = entry.id;
                  }}
                  onClick={() => toggleEntry(entry.id, openId)}
                >
                  {plainText(entry.text.replace(/\n{2,}/g, "\n"))}
                </button>
                <EntryFacts entry={entry} names={names} />
              </div>
              {onPromote && entry.state === "live" && entry.scope === "session" && (
                <Button kind="ghost" onClick={() => onPromote(entry)}>
                  Promote
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
