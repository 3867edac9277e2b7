import { clsx } from "clsx";
import type { ReactNode } from "react";
import { clockOf, exactTime } from "../../clock/since.ts";
import { useWords } from "../../words/use-words.ts";

/** How the keyboard and the search mark a row. */
export type RowMarks = "none" | "current" | "found" | "foundHere";

export function rowClass(marks: RowMarks): string {
  return clsx("ev", marks === "current" && "current", (marks === "found" || marks === "foundHere") && "found", marks === "foundHere" && "at");
}

/** The clock of a row; it opens the details. One row of the list is in the tab order. */
export function RowTime({ item, marks }: { item: { seq: number; at: number }; marks: RowMarks }): ReactNode {
  const { text } = useWords("log");
  return (
    <button type="button" className="ev-time" data-seq={item.seq} tabIndex={marks === "current" ? 0 : -1} title={exactTime(item.at)} aria-label={text("details", { seq: String(item.seq), time: clockOf(item.at) })}>
      {clockOf(item.at)}
    </button>
  );
}
