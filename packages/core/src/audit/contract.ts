import { z } from "zod";
import { defineRoute, RoomParam } from "../contract/route.ts";
import { Uuid } from "../kernel/text.ts";
import type { RoomEvent } from "../log/event.ts";

/** One act of a person, or of security: a line of the audit. */
export const AuditEntry = z.object({
  /** For the next page. */
  cursor: z.string(),
  at: z.number(),
  /** Who did it; `null` where nobody in particular did. */
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** An event of the room's log, or an act on its people and credentials. */
  what: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("event"), event: z.custom<RoomEvent>() }),
    z.object({
      kind: z.literal("person"),
      act: z.enum(["person_set", "person_removed"]),
      person: z.string(),
      role: z.string().nullable(),
    }),
    z.object({
      kind: z.literal("credential"),
      act: z.enum(["credential_created", "credential_revoked"]),
      agent: z.string(),
      roles: z.array(z.string()),
    }),
  ]),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAudit = defineRoute({
  id: "listAudit",
  method: "GET",
  path: "/rooms/:room/audit",
  tag: "audit",
  summary: "Who did what: acts of people, joins, changes of rights and credentials, newest first.",
  access: { who: "room", persons: "lead", agents: false },
  params: RoomParam,
  query: z.strictObject({
    /** One person's acts alone. */
    person: Uuid.optional(),
    before: z
      .string()
      .regex(/^\d{1,16}\.[0-9a-f-]{36}$/, "is no cursor of this list")
      .optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({ entries: z.array(AuditEntry), next: z.string().nullable() }),
});
