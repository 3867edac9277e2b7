import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { at, document, roomId } from "./columns.ts";

/** Acts on a room's people and credentials, which are no events of its log. Written with the act. */
export const roomAudit = pgTable(
  "room_audit",
  {
    roomId: roomId(),
    /** Grows with time. */
    id: uuid().notNull(),
    at: at().notNull(),
    /** Who did it; `null`: the server itself. */
    byId: uuid(),
    byName: text(),
    act: text().notNull(),
    /** Name of the person, or of the agent. */
    subject: text().notNull(),
    /** The person's role, or those of the credential. */
    roles: document<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.roomId, t.id] })],
);
