import type { ServerActDetails } from "@squadroom/core/audit/contract";
import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { at, document, roomId } from "./columns.ts";

/** Acts on a room's people and credentials, which are not events of its log. Written with the act. */
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

/** Acts on the server: who came in, and who changed permissions. Written with the act, whatever is logged. */
export const serverAudit = pgTable(
  "server_audit",
  {
    /** Grows with time. */
    id: uuid().primaryKey(),
    at: at().notNull(),
    /** Who did it; `null`: the server itself, or nobody it knows. */
    byId: uuid(),
    byName: text(),
    act: text().notNull(),
    /** Name of the person, the agent, the room, or the webhook's host. */
    subject: text(),
    roomId: uuid(),
    details: document<ServerActDetails>().notNull(),
  },
  (t) => [index("server_audit_by_person").on(t.byId, t.id), index("server_audit_by_act").on(t.act, t.at)],
);
