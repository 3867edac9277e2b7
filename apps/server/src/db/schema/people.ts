import type { PersonId, RoleName } from "@squadroom/core/kernel/ids";
import type { TokenScope } from "@squadroom/core/people/token-contract";
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { at, bytes, document, roomId } from "./columns.ts";

/** Who can sign in. Accounts are plain tables with plain transactions. */
export const people = pgTable("people", {
  id: uuid().$type<PersonId>().primaryKey(),
  name: text().notNull().unique(),
  admin: boolean().notNull(),
  passwordHash: text(),
  createdAt: at().notNull(),
  /** Since when the person can't sign in. */
  deactivatedAt: at(),
});

/** A person's role in a room. */
export const roomPeople = pgTable(
  "room_people",
  { roomId: roomId(), personId: uuid().notNull(), role: text().notNull() },
  (t) => [primaryKey({ columns: [t.roomId, t.personId] }), index("room_people_by_person").on(t.personId)],
);

/**
 * Agents' credentials, people's sign-ins and access tokens. Every change of their rights raises `version`: the append
 * refuses a commit under an older version.
 */
export const credentials = pgTable(
  "credentials",
  {
    id: uuid().primaryKey(),
    kind: text().$type<"agent" | "runner" | "sign_in" | "access_token">().notNull(),
    /** For an agent's credential, and for a runner's. */
    roomId: uuid(),
    /** For an agent that a runner starts. */
    runnerId: uuid(),
    /** For a sign-in, and for an access token. */
    personId: uuid(),
    name: text().notNull(),
    /** For an access token: what it may do. */
    scope: text().$type<TokenScope>(),
    roles: document<RoleName[]>().notNull(),
    secretHash: bytes().notNull(),
    version: integer().notNull().default(1),
    createdAt: at().notNull(),
    expiresAt: at(),
    revokedAt: at(),
    /** By the database's clock; other processes read what has changed since they last looked. */
    changedAt: at().notNull(),
  },
  (t) => [
    uniqueIndex("credentials_secret").on(t.secretHash),
    index("credentials_changed").on(t.changedAt),
    index("credentials_room").on(t.roomId),
    index("credentials_person").on(t.personId),
  ],
);

/** Who a person is at an OIDC provider: issuer and subject, never an address. */
export const identities = pgTable(
  "identities",
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    personId: uuid().$type<PersonId>().notNull(),
    /** For people to read. */
    label: text().notNull(),
    /** E-mail address, if the provider has verified it. */
    address: text(),
    createdAt: at().notNull(),
    /** Since when it signs nobody in; kept, so that its owner is recognised on coming back. */
    disconnectedAt: at(),
  },
  (t) => [
    primaryKey({ columns: [t.issuer, t.subject] }),
    uniqueIndex("identities_person").on(t.personId).where(sql`${t.disconnectedAt} is null`),
  ],
);

/** Single-use links. */
export const signInLinks = pgTable(
  "sign_in_links",
  {
    secretHash: bytes().primaryKey(),
    /** `null`: the first person, who gives a name. */
    personId: uuid(),
    createdAt: at().notNull(),
    expiresAt: at().notNull(),
    usedAt: at(),
  },
  (t) => [index("sign_in_links_by_end").on(t.expiresAt)],
);

/** Single-use links that give an agent's credential to the machine that it works on. */
export const connectLinks = pgTable("connect_links", {
  codeHash: bytes().primaryKey(),
  credentialId: uuid().notNull(),
  createdAt: at().notNull(),
  expiresAt: at().notNull(),
  usedAt: at(),
});
