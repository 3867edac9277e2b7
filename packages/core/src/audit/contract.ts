import * as z from "zod";
import type { RoomEvent } from "../kernel/event.ts";
import { pageOf, paging } from "../kernel/page.ts";
import { routesOf } from "../kernel/route.ts";
import { Uuid } from "../kernel/text.ts";

const defineRoute = routesOf("audit");

/** `credential_linked`: another connect link was made; `credential_connected`: one was used, by nobody the server knows. */
export const CREDENTIAL_ACTS = [
  "credential_created",
  "credential_linked",
  "credential_connected",
  "credential_revoked",
] as const;
export type CredentialAct = (typeof CREDENTIAL_ACTS)[number];

/** One line of the audit: an act of a person, or one that concerns security. */
export const AuditEntry = z.object({
  /** Names the line. */
  id: z.string(),
  at: z.number(),
  /** Who did it; `null`: nobody in particular. */
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
      act: z.enum(CREDENTIAL_ACTS),
      agent: z.string(),
      roles: z.array(z.string()),
    }),
  ]),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAudit = defineRoute("GET /rooms/:room/audit", {
  summary: "Who did what: people's actions, joins, changes of access and credentials, newest first.",
  access: { who: "room", persons: "lead", agents: false },
  query: z.strictObject({
    /** Only this person's acts. */
    person: Uuid.optional(),
    ...paging(50, 100),
  }),
  reply: pageOf(AuditEntry),
});

/** Acts on the server itself, on who may come in, and on what the rooms' agents may use. */
export const SERVER_ACTS = [
  ...(["signed_in", "sign_in_failed", "signed_out", "signed_out_elsewhere"] as const),
  ...(["link_made", "password_set", "person_invited", "person_joined"] as const),
  ...(["oidc_connected", "oidc_disconnected"] as const),
  ...(["access_token_created", "access_token_revoked"] as const),
  ...(["mail_confirmed", "mail_stopped"] as const),
  ...(["person_deactivated", "person_reactivated", "sign_ins_ended"] as const),
  ...(["admin_given", "admin_taken", "room_created", "room_removed", "room_exported", "room_imported"] as const),
  ...(["person_set", "person_removed"] as const),
  ...CREDENTIAL_ACTS,
  ...(["restored"] as const),
  ...(["webhook_created", "webhook_changed", "webhook_removed"] as const),
  ...(["price_set", "price_removed", "prices_imported"] as const),
] as const;
export type ServerAct = (typeof SERVER_ACTS)[number];

/** What else is known about an act; each member only where it applies. */
export const ServerActDetails = z.object({
  /** How somebody signed in. */
  how: z.enum(["link", "password", "oidc"]).optional(),
  /** The address it came from. */
  address: z.string().optional(),
  /** The account at the provider, by its verified address. */
  label: z.string().optional(),
  /** The role in the room, or those of the credential. */
  roles: z.array(z.string()).optional(),
  /** Sign-ins that it ended. */
  ended: z.number().optional(),
  /** Prices that a file set. */
  set: z.number().optional(),
  /** Failed sign-ins since the previous line of this kind that have no line of their own. */
  more: z.number().optional(),
});
export type ServerActDetails = z.infer<typeof ServerActDetails>;

export const ServerAuditEntry = z.object({
  id: Uuid,
  at: z.number(),
  /** `null`: the server itself, or nobody it knows. */
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
  act: z.enum(SERVER_ACTS),
  /** Only this person's acts. */
  subject: z.string().nullable(),
  room: z.object({ id: z.string(), name: z.string() }).nullable(),
  details: ServerActDetails,
});
export type ServerAuditEntry = z.infer<typeof ServerAuditEntry>;

export const listServerAudit = defineRoute("GET /audit", {
  command: {
    usage: "audit",
    help: "sign-ins, failed ones too, and changes of access; newest first",
    finds: { person: "listPeople" },
    options: { person: ["--person <name>", "only what this person did"] },
  },
  summary: "Sign-ins, failed ones too, and who changed people, access, credentials and rooms; newest first.",
  access: { who: "admin" },
  query: z.strictObject({
    /** One person's acts alone. */
    person: Uuid.optional(),
    ...paging(50, 100),
  }),
  reply: pageOf(ServerAuditEntry),
});
