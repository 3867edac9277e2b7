import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { AgentUuid, line, RoleNameText, text, Uuid } from "../kernel/text.ts";

const defineRoute = routesOf("credentials");
const defineRunRoute = routesOf("runs");

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

/** What follows `/c/` in a connect link. */
export const ConnectCode = z.object({ code: z.string(), expiresAt: z.number() });
export type ConnectCode = z.infer<typeof ConnectCode>;

export const createCredential = defineRoute("POST /rooms/:room/credentials", {
  creates: () => null,
  repeat:
    "Takes no key: each request creates another credential, and its token is shown only once. If no answer came, list the credentials and revoke the one that nobody has.",
  summary: "Creates a credential for one agent of this room; its token is shown only once.",
  access: { who: "room", persons: "lead", agents: false },
  body: z.strictObject({
    name: line(40),
    roles: z.array(RoleNameText).min(1).max(20),
    /** Days until it ends by itself; without it, it lives until it is revoked. */
    expiresInDays: z.number().int().min(1).max(3650).optional(),
  }),
  reply: z.object({
    credential: Credential,
    token: z.string(),
    /** Works once, instead of the token: whoever uses it gets a new one. */
    link: ConnectCode,
  }),
});

export const listCredentials = defineRoute("GET /rooms/:room/credentials", {
  command: {
    usage: "credential list",
    help: "list credentials, without their secrets",
    leaves: ["cursor", "limit"],
    rows: {
      cells: [
        "{id}",
        "{name}",
        "{roles}",
        "[revokedAt?revoked {revokedAt}|[expiresAt?until {expiresAt}|lives]]",
        "[seenAt?seen {seenAt}|not yet used]",
      ],
      none: "{room} has no credentials.",
    },
  },
  summary: "The room's credentials, newest first, without secrets.",
  access: { who: "room", persons: "lead", agents: false },
  query: z.strictObject(paging(200, 1000)),
  reply: pageOf(Credential),
});

const found = { finds: { credentialId: "listCredentials" } };

export const revokeCredential = defineRoute("DELETE /rooms/:room/credentials/:credentialId", {
  command: {
    usage: "credential revoke <credential>",
    help: "revoke one, by id or name",
    ...found,
    says: "{name}'s credential is revoked; nobody can act with it any more.",
  },
  repeat: "Takes no key: a repeated request changes nothing more.",
  summary: "Revokes a credential: writes are refused at once, reads and sockets end within a second.",
  access: { who: "room", persons: "lead", agents: false },
  params: RoomParam.extend({ credentialId: AgentUuid }),
  reply: z.object({ revoked: z.literal(true) }),
});

export const makeConnectLink = defineRoute("POST /rooms/:room/credentials/:credentialId/links", {
  command: {
    usage: "credential link <credential>",
    help: "make another link for an agent, by id or name",
    ...found,
  },
  creates: () => null,
  repeat: "Takes no key: each request creates another link, and the ones before expire.",
  summary: "Creates another connect link for a credential; it works once, for an hour.",
  access: { who: "room", persons: "lead", agents: false },
  params: RoomParam.extend({ credentialId: AgentUuid }),
  refuses: ["credential_unknown"],
  reply: ConnectCode,
});

/** By a machine that has no credential yet: `squadroom connect ADDRESS/c/CODE`. */
const byCode = {
  access: { who: "anyone" },
  body: z.strictObject({ code: text(200, 1) }),
  refuses: ["connect_link_used", "connect_link_expired", "connect_link_unknown"],
} as const;
const Seat = z.object({
  agentId: AgentUuid,
  name: z.string(),
  roles: z.array(RoleNameText),
  room: z.object({ id: Uuid, name: z.string() }),
});

export const lookAtConnectLink = defineRoute("POST /connect-links/look", {
  ...byCode,
  repeat: "Takes no key: it changes nothing.",
  summary: "Whose seat a connect link gives; asking does not use it up.",
  reply: z.object({ ...Seat.shape, expiresAt: z.number() }),
});

export const redeemConnectLink = defineRoute("POST /connect-links/redemptions", {
  ...byCode,
  repeat:
    "Takes no key: a link works once. If no answer came, create another link; the token that was lost ends with it.",
  summary: "Uses a connect link up, for the agent's token; the token that the agent had before stops working.",
  reply: z.object({ ...Seat.shape, token: z.string() }),
});

export const createRunner = defineRunRoute("POST /rooms/:room/runners", {
  creates: () => null,
  repeat:
    "Takes no key: each request creates another credential. If no answer came, list the runners and forget the one that nobody has.",
  summary: "Creates a runner's credential; the token is shown once, and the link works once.",
  access: { who: "room", persons: "lead", agents: false },
  body: z.strictObject({ name: line(40) }),
  reply: z.object({ runnerId: Uuid, name: z.string(), token: z.string(), link: ConnectCode }),
});
