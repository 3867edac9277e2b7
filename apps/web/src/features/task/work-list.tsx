import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, type Ref, useCallback, useImperativeHandle, useMemo, useRef, useState } from "react";
import { focusDrawn } from "../../focus/focus-drawn.ts";
import type { Names } from "../../live/names.ts";
import { Icon } from "../../ui/icon.tsx";
import { openTask, toggleTask } from "./open-task.ts";
import { TaskTableRow } from "./table-row.tsx";
import type { TableRow } from "./work-table.ts";

export interface ListHandle {
  step(by: 1 | -1): void;
  /** Opens the current row; leads into the panel if it is open already. */
  open(): void;
}

/** A section whose tasks are shown on request. */
export interface Fold {
  isOpen: boolean;
  onFold: () => void;
}

/** A line of the list: a section's head, a task, or what is below them. */
export type ListItem =
  | { kind: "head"; key: string; title: string; count: number; fold?: Fold }
  | { kind: "task"; key: string; row: TableRow }
  | { kind: "end"; key: string; content: ReactNode };

/** Later pages are requested this far from the end, px. */
const MORE_PX = 800;

/** Tasks as rows or cards; only those in sight are drawn. */
export function WorkRows({
  label,
  items,
  names,
  isCard = false,
  openId,
  onEnd,
  handle,
}: {
  label: string;
  items: readonly ListItem[];
  names: Names;
  isCard?: boolean;
  /** Whose panel is open: the keys move it along. */
  openId: string | null;
  /** The end is near. */
  onEnd?: () => void;
  handle?: Ref<ListHandle>;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [stepped, setStepped] = useState<string | null>(null);
  const current = openId ?? stepped;
  /** Where the keys are; ahead of the focus, which a row gets once it is drawn. */
  const place = useRef<string | null>(null);
  const note = useCallback((id: string) => {
    place.current = id;
  }, []);
  const tasks = useMemo(() => items.flatMap((item, at) => (item.kind === "task" ? at : [])), [items]);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => (items[index]?.kind === "task" ? (isCard ? 92 : 56) : 44),
    overscan: 8,
    useFlushSync: false,
  });
  useImperativeHandle(handle, () => ({
    step(by) {
      const from = openId ?? place.current;
      const at = tasks.findIndex((index) => items[index]?.key === from);
      const index = tasks[Math.max(0, Math.min(tasks.length - 1, at + by))];
      const item = index === undefined ? undefined : items[index];
      if (index === undefined || !item) return;
      place.current = item.key;
      setStepped(item.key);
      if (openId !== null) openTask(item.key);
      rows.scrollToIndex(index, { align: "auto" });
      focusDrawn(() => box.current?.querySelector<HTMLElement>(`[data-task="${CSS.escape(place.current ?? "")}"]`));
    },
    open() {
      if (place.current !== null) toggleTask(place.current, openId);
    },
  }));
  return (
    <div
      ref={box}
      className="wlist"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < MORE_PX) onEnd?.();
      }}
    >
      <ul aria-label={label} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index];
          if (!item) return null;
          return (
            <li key={key} ref={rows.measureElement} data-index={index} style={{ transform: `translateY(${start}px)` }}>
              {item.kind === "head" && (
                <div className="whead">
                  <h2>
                    {item.fold ? (
                      <button
                        type="button"
                        className="whead-fold"
                        aria-expanded={item.fold.isOpen}
                        onClick={item.fold.onFold}
                      >
                        <Icon of={item.fold.isOpen ? ChevronDown : ChevronRight} size="s" />
                        {item.title}
                      </button>
                    ) : (
                      item.title
                    )}
                  </h2>
                  <span className="num-n">{item.count.toLocaleString("en")}</span>
                </div>
              )}
              {item.kind === "task" && (
                <TaskTableRow
                  row={item.row}
                  names={names}
                  isCurrent={item.key === current}
                  isOpen={item.key === openId}
                  onFocus={note}
                  isCard={isCard}
                />
              )}
              {item.kind === "end" && item.content}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
