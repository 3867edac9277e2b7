import { z } from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { defineRoute, RoomParam } from "../kernel/route.ts";
import { AgentUuid, line, RoleNameText, Uuid } from "../kernel/text.ts";

/** An agent's credential without its secret. */
export const Credential = z.object({
  id: Uuid,
  name: z.string(),
  roles: z.array(RoleNameText),
  createdAt: z.number(),
  expiresAt: z.number().nullable(),
  revokedAt: z.number().nullable(),
  seenAt: z.number().nullable(),
});
export type Credential = z.infer<typeof Credential>;

export const createCredential = defineRoute({
  id: "createCredential",
  creates: () => null,
  method: "POST",
  path: "/rooms/:room/credentials",
  tag: "credentials",
  repeat:
    "Takes no key: each request creates another credential, and its token is shown only once. If no answer came, list the credentials and revoke the one that nobody has.",
  summary: "Creates a credential for one agent of this room; its token is shown only once.",
  access: { who: "room", persons: "lead", agents: false },
  params: RoomParam,
  body: z.strictObject({
    name: line(40),
    roles: z.array(RoleNameText).min(1).max(20),
    /** Days until it ends by itself; without it, it lives until it is revoked. */
    expiresInDays: z.number().int().min(1).max(3650).optional(),
  }),
  reply: z.object({ credential: Credential, token: z.string() }),
});

export const listCredentials = defineRoute({
  id: "listCredentials",
  method: "GET",
  path: "/rooms/:room/credentials",
  tag: "credentials",
  summary: "The room's credentials, newest first, without secrets.",
  access: { who: "room", persons: "lead", agents: false },
  params: RoomParam,
  query: z.strictObject(paging(200, 1000)),
  reply: pageOf(Credential),
});

export const revokeCredential = defineRoute({
  id: "revokeCredential",
  method: "DELETE",
  path: "/rooms/:room/credentials/:credentialId",
  tag: "credentials",
  repeat: "Takes no key: a repeated request changes nothing more.",
  summary:
    "Revokes a credential: writes are refused at once, reads and sockets end within a second.",
  access: { who: "room", persons: "lead", agents: false },
  params: RoomParam.extend({ credentialId: AgentUuid }),
  reply: z.object({ revoked: z.literal(true) }),
});
