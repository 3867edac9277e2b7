import type { ItemRow } from "@squadroom/core/backlog/contract";
import { type BacklogItem, scoreOf } from "@squadroom/core/backlog/item";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { and, asc, eq } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { backlogItems } from "../../db/schema/index.ts";

/** Items that the room has forgotten, closed and dropped long ago, are in the table. */
export function createBacklogQueries(db: PostgresJsDatabase) {
  async function get(roomId: RoomId, id: number): Promise<BacklogItem | null> {
    const [row] = await db
      .select()
      .from(backlogItems)
      .where(and(eq(backlogItems.roomId, roomId), eq(backlogItems.id, id)));
    return row ? itemOf(row) : null;
  }

  async function all(roomId: RoomId): Promise<BacklogItem[]> {
    const rows = await db
      .select()
      .from(backlogItems)
      .where(eq(backlogItems.roomId, roomId))
      .orderBy(asc(backlogItems.id));
    return rows.map(itemOf);
  }

  return { get, all };
}

/** A row in core's form; the projection checked its words. */
function itemOf({ roomId: _, ...row }: typeof backlogItems.$inferSelect): BacklogItem {
  return row as BacklogItem;
}

export function rowOf(item: BacklogItem): ItemRow {
  const { id, title, body, priority, labels, value, complexity, position, state } = item;
  const { origin, addedAt, stateAt, taskId, asked, note, lastTry } = item;
  return {
    id,
    title,
    body,
    priority,
    labels,
    value,
    complexity,
    position,
    state,
    origin,
    addedAt,
    stateAt,
    taskId,
    asked,
    note,
    lastTry,
    score: scoreOf(item),
  };
}
