import type { ReactNode } from "react";
import { useNow } from "../../clock/now.ts";
import { dateOf, isSameDay } from "../../clock/since.ts";
import type { Names } from "../../live/names.ts";
import { FoldRow } from "./fold-row.tsx";
import { type FeedRow, isFact, isFold } from "./folded.ts";
import { LineRow } from "./line-row.tsx";
import { linesOf } from "./lines.ts";
import { MessageRow } from "./message-row.tsx";
import type { EventItem, RowMarks } from "./row.tsx";

interface Marked {
  unfolded: ReadonlySet<string>;
  found: ReadonlySet<number>;
  foundAt: number | null;
  /** The row that the keys are at. */
  current: string | null;
}

/** A closed row stands for its lines. */
export function marksOf(item: FeedRow, { unfolded, found, foundAt, current }: Marked): RowMarks {
  if (!isFact(item)) return "none";
  const isOpenFold = item.kind === "row" && unfolded.has(item.key);
  const seqs =
    item.kind === "row" && (foundAt !== null || found.size > 0) ? linesOf(item).map(({ seq }) => seq) : [item.seq];
  if (!isOpenFold && foundAt !== null && seqs.includes(foundAt)) return "foundHere";
  if (!isOpenFold && found.size > 0 && seqs.some((seq) => found.has(seq))) return "found";
  return item.key === current ? "current" : "none";
}

export function minuteOf(item: FeedRow | undefined): number {
  return item && isFact(item) ? Math.floor(item.at / 60_000) : -1;
}

interface DrawnRowProps {
  item: FeedRow;
  names: Names;
  marks: RowMarks;
  isSameMinute: boolean;
  isUnfolded: boolean;
  openQuestions: ReadonlySet<string>;
  onFold: (key: string) => void;
  onOpen: (item: EventItem) => void;
}

/** A row of the feed by its kind. */
export function DrawnRow({ item, isUnfolded, openQuestions, onFold, ...drawn }: DrawnRowProps): ReactNode {
  switch (item.kind) {
    case "day":
      return <DayRow at={item.at} />;
    case "mark":
      return <div className="ev-day ev-mark">New since you looked</div>;
    case "part":
      return <LineRow {...drawn} item={item.item} isPart />;
    case "row": {
      const [only] = linesOf(item);
      if (isFold(item) || !only) return <FoldRow {...drawn} item={item} isOpen={isUnfolded} onFold={onFold} />;
      return <LineRow {...drawn} item={{ ...only, key: item.key }} isPart={false} />;
    }
    case "message":
      return (
        <MessageRow
          key={item.key}
          {...drawn}
          item={item}
          isOpenQuestion={openQuestions.has(item.event.data.message.id)}
        />
      );
  }
}

function DayRow({ at }: { at: number }): ReactNode {
  const now = useNow(30_000);
  return (
    <div className="ev-day">
      {isSameDay(at, now) ? "Today" : isSameDay(at, now - 86_400_000) ? "Yesterday" : dateOf(at)}
    </div>
  );
}
