import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { document, roomId } from "./columns.ts";

/** What the agents of a task reported that they consumed, summed. */
export const taskUsage = pgTable(
  "task_usage",
  { roomId: roomId(), taskId: text().notNull(), usage: document<unknown>().notNull() },
  (t) => [primaryKey({ columns: [t.roomId, t.taskId] })],
);
