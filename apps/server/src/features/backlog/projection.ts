import { addedItem } from "@squadroom/core/backlog/events";
import type { BacklogItem } from "@squadroom/core/backlog/item";
import { nameOf } from "@squadroom/core/kernel/actor";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { ProjectedRow } from "../../db/projected.ts";
import type { Projection } from "../../platform/room/projection.ts";

/** Every item that the event changed, whichever event it was, and the room's mode. */
export const backlogProjection: Projection = (event, before, after) => {
  if (before.backlog === after.backlog) return [];
  const rows: ProjectedRow[] = [];
  // An import may bring more closed items than the view keeps.
  const changed =
    event.type === "backlog.added"
      ? event.data.items.map((item) => addedItem(item, event.at, nameOf(event)))
      : changedItems(before, after);
  for (const item of changed) rows.push({ table: "backlogItems", row: itemRow(after, item) });
  const { workflowMode: mode, paused } = after.backlog;
  if (mode !== before.backlog.workflowMode || paused !== before.backlog.paused) {
    const row = {
      roomId: after.roomId,
      mode,
      pausedAt: paused?.at ?? null,
      paused: paused?.why ?? null,
    };
    rows.push({ table: "backlogModes", row });
  }
  return rows;
};

function changedItems(before: RoomView, after: RoomView): BacklogItem[] {
  const [was, is] = [before.backlog, after.backlog];
  if (was.items === is.items && was.ended === is.ended) return [];
  const known = new Map([...was.items, ...was.ended].map((item) => [item.id, item]));
  return [...is.items, ...is.ended].filter((item) => known.get(item.id) !== item);
}

function itemRow(view: RoomView, item: BacklogItem) {
  return {
    roomId: view.roomId as string,
    id: item.id,
    title: item.title,
    body: item.body,
    priority: item.priority as string,
    labels: item.labels,
    value: item.value,
    complexity: item.complexity,
    position: item.position,
    state: item.state as string,
    origin: item.origin,
    addedAt: item.addedAt,
    stateAt: item.stateAt,
    taskId: item.taskId as string | null,
    asked: item.asked as string | null,
    note: item.note,
    lastTry: item.lastTry,
  };
}
