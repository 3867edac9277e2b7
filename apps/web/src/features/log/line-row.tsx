import type { RoomEvent } from "@squadroom/core/kernel/event";
import { Link, useParams } from "@tanstack/react-router";
import { clsx } from "clsx";
import { memo, type ReactNode } from "react";
import { taskOf } from "../../live/cause.ts";
import type { Names } from "../../live/names.ts";
import { Icon } from "../../ui/icon.tsx";
import { firstLine } from "../../words/plain-text.ts";
import { Say } from "../../words/say.tsx";
import { FanoutHere } from "./fanout-here.tsx";
import { resultIn } from "./folded.ts";
import { lineOf } from "./line.ts";
import { LINE_ICONS } from "./line-icons.ts";
import type { LineItem } from "./lines.ts";
import { ResultFiles } from "./result-files.tsx";
import { type RowProps, RowTime, rowClass } from "./row.tsx";
import type { Line } from "./sentence.ts";

const TONE = { plain: undefined, warn: "c-warn", bad: "c-bad", ok: "c-ok" } as const;
const IDS = ["task"];

type LineRowProps = RowProps<LineItem> & {
  names: Names;
  /** A line of an open row. */
  isPart?: boolean;
};

/** Something that happened, in one muted sentence with bold names. */
export const LineRow = memo(function LineRow({
  item,
  names,
  marks,
  isSameMinute,
  onOpen,
  isPart = false,
}: LineRowProps): ReactNode {
  const line = lineOf(item.event, names);
  const taskId = taskOf(item.event);
  const result = isPart ? null : resultIn([item.event], taskId);
  return (
    <div className={clsx(rowClass(marks), "ev-slim", isPart && "ev-part")}>
      <LineGlyph line={line} />
      <div className="ev-line">
        <p>
          <LineWords line={line} />
          <LineBecause line={line} most={BECAUSE_MOST} />
        </p>
        {result && <ResultFiles roomId={item.event.roomId} taskId={taskId} result={result} />}
        {item.event.type === "fanout.opened" && item.event.actor.kind === "agent" && (
          <FanoutHere event={item.event} names={names} />
        )}
        {item.event.type === "session.ended" && !isPart && <ReportHere event={item.event} />}
      </div>
      <RowTime
        item={item}
        rowKey={isPart ? `${item.key}-part` : item.key}
        marks={marks}
        isSameMinute={isSameMinute}
        onOpen={onOpen}
      />
    </div>
  );
});

export function LineGlyph({ line }: { line: Line }): ReactNode {
  return (
    <span className={clsx("ev-glyph", TONE[line.tone])}>
      <Icon of={LINE_ICONS[line.icon]} size="s" />
    </span>
  );
}

export function LineWords({ line }: { line: Line }): ReactNode {
  const values: Record<string, ReactNode> = { ...line.values };
  for (const hole of IDS) if (line.values[hole]) values[hole] = <span className="nowrap">{line.values[hole]}</span>;
  return <Say template={line.sentence} values={values} />;
}

export function LineBecause({
  line,
  most,
  isApart = line.icon === "asked",
}: {
  line: Line;
  most: number;
  /** A sentence of its own, not a continuation of the line. */
  isApart?: boolean;
}): ReactNode {
  if (!line.because) return null;
  const because = firstLine(line.because);
  return (
    <span className={clsx("ev-because", isApart && "ev-because-next")}>
      {because.length > most ? `${because.slice(0, most - 1).trimEnd()}…` : because}
    </span>
  );
}

const BECAUSE_MOST = 180;

/** The last event of a session leads to its report. */
function ReportHere({ event }: { event: Extract<RoomEvent, { type: "session.ended" }> }): ReactNode {
  const { room } = useParams({ strict: false });
  if (!room) return null;
  const params = { room, session: String(event.data.sessionId) };
  return (
    <p>
      <Link className="link" to="/rooms/$room/sessions/$session/report" params={params}>
        Read the report
      </Link>
    </p>
  );
}
