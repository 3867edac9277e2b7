import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { ProjectedRow } from "../../db/projected.ts";

/** Which rows an event becomes: whole rows, as they are once it is applied. Pure. */
export type Projection = (event: RoomEvent, before: RoomView, after: RoomView) => ProjectedRow[];

/** Combines the projections of all features into one. */
export function combine(projections: Projection[]): Projection {
  return (event, before, after) => {
    const rows: ProjectedRow[] = [];
    for (const project of projections) rows.push(...project(event, before, after));
    return rows;
  };
}
