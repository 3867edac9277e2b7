import { clsx } from "clsx";
import { memo, type ReactNode } from "react";
import type { Names } from "../../live/names.ts";
import { Icon } from "../../ui/icon.tsx";
import { firstLine } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { lineOf } from "./line.ts";
import { LINE_ICONS } from "./line-icons.ts";
import { type EventItem, type RowProps, RowTime, rowClass } from "./row.tsx";

const TONE = { plain: undefined, warn: "c-warn", bad: "c-bad", ok: "c-ok" } as const;
const IDS = ["task"];

type LineRowProps = RowProps<Extract<EventItem, { kind: "line" }>> & { names: Names };

/** Something that happened, in one muted sentence with bold names. */
export const LineRow = memo(function LineRow({
  item,
  names,
  marks,
  onOpen,
}: LineRowProps): ReactNode {
  const { say } = wordsOf("log");
  const line = lineOf(item.event, names);
  const values: Record<string, ReactNode> = { ...line.values };
  for (const hole of IDS)
    if (line.values[hole]) values[hole] = <span className="nowrap">{line.values[hole]}</span>;
  return (
    <div className={clsx(rowClass(marks), "ev-slim")}>
      <span className={clsx("ev-glyph", TONE[line.tone])}>
        <Icon of={LINE_ICONS[line.icon]} size="s" />
      </span>
      <p className="ev-line">
        {say(line.key, values, line.count)}
        {line.because && (
          <span className={clsx("ev-because", line.icon === "asked" && "ev-because-next")}>
            {shortened(line.because)}
          </span>
        )}
      </p>
      <RowTime item={item} marks={marks} onOpen={onOpen} />
    </div>
  );
});

const BECAUSE_MOST = 180;

function shortened(text: string): string {
  const line = firstLine(text);
  return line.length > BECAUSE_MOST ? `${line.slice(0, BECAUSE_MOST - 1).trimEnd()}…` : line;
}
