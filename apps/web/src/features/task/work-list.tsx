import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, type Ref, useCallback, useImperativeHandle, useMemo, useRef, useState } from "react";
import { focusDrawn } from "../../focus/focus-drawn.ts";
import { useMay } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { say } from "../../words/say.tsx";
import { openTask } from "./open-task.ts";
import { TaskTableRow } from "./table-row.tsx";
import type { Line } from "./work-sections.ts";

export interface ListHandle {
  step(by: 1 | -1): void;
  /** Opens the current row; leads into the panel if it is open already. */
  open(): void;
}

/** A line of the list, or what is below them. */
export type ListItem = Line | { kind: "end"; key: string; content: ReactNode };

/** Later pages are requested this far from the end, px. */
const MORE_PX = 800;

/** Tasks as rows or cards; only those in sight are drawn. */
export function WorkRows({
  label,
  room,
  items,
  names,
  isCard = false,
  openId,
  onToggle,
  onEnd,
  handle,
}: {
  label: string;
  room: string;
  items: readonly ListItem[];
  names: Names;
  isCard?: boolean;
  /** Whose panel is open: the keys move it along. */
  openId: string | null;
  /** Opens or closes what is behind this line. */
  onToggle: (key: string, isOpen: boolean) => void;
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
  const tasks = useMemo(() => items.flatMap((item, at) => (item.kind === "row" ? at : [])), [items]);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => (items[index]?.kind === "row" ? (isCard ? 92 : 44) : 40),
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
      if (openId !== null && item.kind === "row" && item.row.kind !== "planned") openTask(item.key);
      rows.scrollToIndex(index, { align: "auto" });
      focusDrawn(() => drawn(box.current, place.current));
    },
    open() {
      drawn(box.current, place.current)?.click();
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
                    {item.isOpen === undefined ? (
                      item.title
                    ) : (
                      <Fold isOpen={item.isOpen} onToggle={() => onToggle(item.key, !item.isOpen)}>
                        {item.title}
                      </Fold>
                    )}
                  </h2>
                  <span className="num-n">{item.count}</span>
                  {item.note && <span className="small muted">{item.note}</span>}
                </div>
              )}
              {item.kind === "cause" && <Cause of={item} room={room} names={names} onToggle={onToggle} />}
              {item.kind === "row" && (
                <TaskTableRow
                  row={item.row}
                  room={room}
                  names={names}
                  isCurrent={item.key === current}
                  isOpen={item.key === openId}
                  onFocus={note}
                  isCard={isCard}
                  isWhySaid={item.isWhySaid ?? false}
                  isUnder={item.isUnder ?? false}
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

function drawn(box: HTMLElement | null, id: string | null): HTMLElement | null {
  return id === null ? null : (box?.querySelector<HTMLElement>(`[data-task="${CSS.escape(id)}"]`) ?? null);
}

function Fold({
  isOpen,
  onToggle,
  children,
}: {
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <button type="button" className="whead-fold" aria-expanded={isOpen} onClick={onToggle}>
      <Icon of={isOpen ? ChevronDown : ChevronRight} size="s" />
      {children}
    </button>
  );
}

/** What the rows below it have in common, said once, and how it is settled if that is done elsewhere. */
function Cause({
  of: { key, text, count, isOpen, role },
  room,
  names,
  onToggle,
}: {
  of: Extract<Line, { kind: "cause" }>;
  room: string;
  names: Names;
  onToggle: (key: string, isOpen: boolean) => void;
}): ReactNode {
  const canConnect = useMay("createCredential");
  return (
    <div className="wcause">
      <Fold isOpen={isOpen} onToggle={() => onToggle(key, !isOpen)}>
        {text}
      </Fold>
      {count !== "" && <span className="num-n">{count}</span>}
      {role !== null && canConnect && (
        <Link to="/connect" search={{ room, role }} className={buttonClass()}>
          {say`Connect ${names.role(role)}`}
        </Link>
      )}
    </div>
  );
}
