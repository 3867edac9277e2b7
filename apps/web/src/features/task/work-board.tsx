import type { ReactNode, Ref } from "react";
import { explain } from "../../live/api.ts";
import type { Names } from "../../live/names.ts";
import { Button } from "../../ui/button.tsx";
import type { Ended } from "./ended.ts";
import { TABLE_STANDING } from "./words.ts";
import { STANDINGS, type WorkFilter } from "./work-filter.ts";
import { type ListHandle, type ListItem, WorkRows } from "./work-list.tsx";
import { countText } from "./work-sections.ts";
import type { OpenRows, TableRow } from "./work-table.ts";

/** A column for each state. */
export function WorkBoard({
  open,
  ended,
  endedRows,
  endedCount,
  filter,
  handle,
  ...rest
}: {
  open: OpenRows;
  ended: Ended;
  endedRows: readonly TableRow[];
  endedCount: string;
  filter: WorkFilter;
  handle: Ref<ListHandle>;
  room: string;
  names: Names;
  openId: string | null;
  onToggle: (key: string, isOpen: boolean) => void;
}): ReactNode {
  return (
    <div className="wboard">
      {STANDINGS.filter((standing) => isColumn(standing, open, filter)).map((standing) => {
        const rows: readonly TableRow[] = standing === "ended" ? endedRows : open[standing];
        return (
          <section key={standing} className="wcol" aria-label={TABLE_STANDING[standing]}>
            <h2>
              {TABLE_STANDING[standing]}
              <span className="num-n">{standing === "ended" ? endedCount : countText(rows.length)}</span>
            </h2>
            <WorkRows
              {...rest}
              isCard
              label={TABLE_STANDING[standing]}
              items={[
                ...rows.map((row): ListItem => ({ kind: "row", key: row.id, row })),
                ...(standing === "ended" ? endOf(ended) : []),
              ]}
              {...(standing === "ended" ? { onEnd: ended.fetchMore } : {})}
              {...(standing === firstWith(open, endedRows) ? { handle } : {})}
            />
          </section>
        );
      })}
    </div>
  );
}

/** What has a column even while it is empty: what is asked for, and the way that all work goes. */
function isColumn(standing: (typeof STANDINGS)[number], open: OpenRows, filter: WorkFilter): boolean {
  if (filter.standing) return standing === filter.standing;
  return standing === "ended" || standing === "ready" || standing === "inHand" || open[standing].length > 0;
}

/** Where the keys begin on the board. */
function firstWith(open: OpenRows, ended: readonly TableRow[]): string | undefined {
  return STANDINGS.find((standing) => (standing === "ended" ? ended.length > 0 : open[standing].length > 0));
}

/** Below the ended ones: the next page, or why it is missing. */
export function endOf(ended: Ended): ListItem[] {
  if (ended.error) {
    const content = (
      <p className="wmore">
        {explain(ended.error).message} <Button onClick={ended.again}>Try again</Button>
      </p>
    );
    return [{ kind: "end", key: "end", content }];
  }
  if (!ended.hasMore) return [];
  const content = (
    <p className="wmore">
      <Button onClick={ended.fetchMore}>Load older tasks</Button>
    </p>
  );
  return [{ kind: "end", key: "end", content }];
}
