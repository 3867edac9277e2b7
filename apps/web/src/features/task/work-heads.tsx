import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { SORTS, type Sort, type WorkFilter } from "./work-filter.ts";

export const SORT = {
  title: "Task",
  who: "Who",
  session: "Session",
  state: "State",
  takes: "Takes",
  since: "Since",
} satisfies Record<Sort, string>;

/** What the list's columns are; a press orders the rows of each section by one, a second the other way, a third not. */
export function WorkHeads({
  sort,
  onSort,
}: {
  sort: WorkFilter["sort"];
  onSort: (sort: WorkFilter["sort"]) => void;
}): ReactNode {
  return (
    <fieldset className="wheads" aria-label="Order by">
      {SORTS.map((by) => {
        const isUp = sort === by;
        const isDown = sort === `-${by}`;
        return (
          <button
            key={by}
            type="button"
            className={`wheads-${by}`}
            aria-pressed={isUp || isDown}
            onClick={() => onSort(isUp ? `-${by}` : isDown ? undefined : by)}
          >
            {SORT[by]}
            {isUp && <Icon of={ArrowUp} size="s" />}
            {isDown && <Icon of={ArrowDown} size="s" />}
            {(isUp || isDown) && <span className="sr">{isUp ? ", ascending" : ", descending"}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
