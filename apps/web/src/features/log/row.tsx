import { clsx } from "clsx";
import type { ReactNode } from "react";
import { clockOf, exactTime } from "../../clock/since.ts";
import type { FeedItem } from "../../live/feed-item.ts";
import type { LineItem } from "./lines.ts";

/** What stands for events: a row, or a line of one. */
export type EventItem = Exclude<FeedItem, { kind: "day" }> | LineItem;

/** How the keyboard and the search mark a row. */
export type RowMarks = "none" | "current" | "found" | "foundHere";

export type RowProps<T extends EventItem> = {
  item: T;
  marks: RowMarks;
  /** The row before it has the same minute: its clock appears when somebody gets to it. */
  isSameMinute: boolean;
  onOpen: (item: EventItem) => void;
};

export function rowClass(marks: RowMarks): string {
  return clsx(
    "ev",
    marks === "current" && "current",
    (marks === "found" || marks === "foundHere") && "found",
    marks === "foundHere" && "at",
  );
}

/** The clock of a row; it opens the details. One row of the list is in the tab order. */
export function RowTime({
  item,
  marks,
  isSameMinute,
  onOpen,
  rowKey = item.key,
}: RowProps<EventItem> & {
  /** `null`: the keyboard gets to something else in this row. */
  rowKey?: string | null;
}): ReactNode {
  return (
    <button
      type="button"
      className={clsx("ev-time", isSameMinute && "ev-time-same")}
      data-row={rowKey ?? undefined}
      data-seq={item.seq}
      tabIndex={marks === "current" && rowKey !== null ? 0 : -1}
      title={exactTime(item.at)}
      aria-label={`Details of event ${String(item.seq)}, ${clockOf(item.at)}`}
      onClick={() => onOpen(item)}
    >
      {clockOf(item.at)}
    </button>
  );
}
