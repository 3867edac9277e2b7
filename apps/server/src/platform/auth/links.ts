import type { PersonCaller } from "@squadroom/core/kernel/actor";
import type { NewId, PersonId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { LinkState } from "@squadroom/core/people/contract";
import type { ISql, Sql } from "postgres";
import { databaseNow } from "./database-time.ts";
import { isReserved, LOCAL_ADMIN } from "./local-admin.ts";
import { hashSecret, newSecret } from "./secrets.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How long a link is valid, ms: made for a sign-in now, or sent to somebody. */
export const LINK_MS = 10 * MINUTE_MS;
export const INVITATION_MS = DAY_MS;

export interface Link {
  /** Known to whoever it is given to; the table has its hash. */
  secret: string;
  expiresAt: number;
}

/**
 * The secret is a fragment: browsers keep it to themselves, so it is in no log on the way.
 *
 * @param next the page that it leads to, even once it no longer signs anybody in
 */
export function linkUrl(base: string, { secret }: Link, next?: string): string {
  const search = next === undefined ? "" : `?next=${encodeURIComponent(next)}`;
  return `${base.replace(/\/+$/, "")}/sign-in${search}#${secret}`;
}

/** A single-use link that signs this person in. Also clears away what ended long ago. */
export async function makeLink(sql: ISql, personId: PersonId, ttlMs: number): Promise<Link> {
  await clearLinks(sql);
  return await insertLink(sql, personId, ttlMs);
}

/** This many such links. */
export async function makeLinks(sql: ISql, personId: PersonId, ttlMs: number, count: number): Promise<Link[]> {
  await clearLinks(sql);
  const links: Link[] = [];
  for (let n = 0; n < count; n++) links.push(await insertLink(sql, personId, ttlMs));
  return links;
}

async function clearLinks(sql: ISql): Promise<void> {
  await sql`delete from sign_in_links where expires_at < ${databaseNow(sql)} - ${DAY_MS * 7}`;
}

/** Most first links that are open at once: one for each start of each process, and a few by hand. */
const FIRST_LINKS_MAX = 20;

/** A link for the first person; each works until one was used. `null` once there is anybody. */
export async function makeFirstLink(sql: Sql): Promise<Link | null> {
  return await sql.begin(async (tx) => {
    if (await isInhabited(tx)) return null;
    await tx`
      delete from sign_in_links where person_id is null and used_at is null and secret_hash not in (
        select secret_hash from sign_in_links where person_id is null and used_at is null
        order by created_at desc limit ${FIRST_LINKS_MAX - 1})`;
    return await insertLink(tx, null, DAY_MS);
  });
}

/** What the server prints at its start as long as there is nobody; `null` afterwards. */
export async function ensureFirstLink(sql: Sql, base: string): Promise<string | null> {
  const link = await makeFirstLink(sql);
  return link && linkUrl(base, link);
}

async function insertLink(sql: ISql, personId: PersonId | null, ttlMs: number): Promise<Link> {
  const secret = newSecret();
  const now = databaseNow(sql);
  const [row] = await sql<{ expires_at: string | number }[]>`
    insert into sign_in_links (secret_hash, person_id, created_at, expires_at)
    values (${hashSecret(secret)}, ${personId}, ${now}, ${now} + ${ttlMs}) returning expires_at`;
  return { secret, expiresAt: Number(row?.expires_at) };
}

/**
 * @param by who looks, if somebody is signed in
 *
 * @throws RefusalError `link_unknown`
 */
export async function lookAtLink(sql: ISql, secret: string, by: PersonCaller | null = null): Promise<LinkState> {
  const [row] = await sql<LinkRow[]>`
    select l.person_id, p.name, l.created_at, l.expires_at, l.used_at,
      ${databaseNow(sql)} as now,
      exists (select from people where name <> ${LOCAL_ADMIN}) as inhabited,
      ${opensNew(sql)} as is_invitation
    from sign_in_links l left join people p on p.id = l.person_id
    where l.secret_hash = ${hashSecret(secret)}`;
  if (!row) throw refuse("link_unknown", "There is no such sign-in link.");
  const isTaken = row.person_id === null && row.inhabited;
  const isOver = Number(row.expires_at) <= Number(row.now);
  return {
    state: row.used_at !== null || isTaken ? "used" : isOver ? "expired" : "open",
    name: row.name,
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    usedAt: row.used_at === null ? null : Number(row.used_at),
    isInvitation: row.is_invitation,
    signedIn: by && { name: by.name, isSame: by.id === row.person_id },
  };
}

interface LinkRow {
  person_id: PersonId | null;
  name: string | null;
  created_at: string | number;
  expires_at: string | number;
  used_at: string | number | null;
  now: string | number;
  inhabited: boolean;
  is_invitation: boolean;
}

export interface UsedLink {
  personId: PersonId;
  name: string;
  /** The first person of this server, just created, and its admin. */
  first: boolean;
}

/**
 * Uses a link up, in the caller's transaction: of two browsers at once, one gets it. If refused, it stays unused.
 *
 * @param firstName what the first person wants to be called
 * @throws RefusalError `link_used`, `link_expired`, `link_unknown`, `name_taken`
 */
export async function takeLink(tx: ISql, secret: string, firstName: string, newId: NewId): Promise<UsedLink> {
  const now = databaseNow(tx);
  // The person before the link, in the same order as whoever deactivates them: then neither waits for the other. A
  // person being deactivated at this moment already is, or the act waits for this sign-in and ends it.
  const [person] = await tx<{ name: string }[]>`
    select name from people
    where id = (select person_id from sign_in_links where secret_hash = ${hashSecret(secret)})
      and deactivated_at is null
    for share`;
  const [taken] = await tx<{ person_id: PersonId | null }[]>`
    update sign_in_links set used_at = ${now}
    where secret_hash = ${hashSecret(secret)} and used_at is null and expires_at > ${now}
    returning person_id`;
  if (!taken) {
    const { state } = await lookAtLink(tx, secret);
    if (state === "expired") throw refuse("link_expired", "This sign-in link has expired.");
    throw refuse("link_used", "This sign-in link was already used; each works once.");
  }
  if (taken.person_id === null) return await makeFirstPerson(tx, firstName, newId);
  if (!person) throw refuse("link_unknown", "The person this link is for can no longer sign in.");
  return { personId: taken.person_id, name: person.name, first: false };
}

async function makeFirstPerson(tx: ISql, name: string, newId: NewId): Promise<UsedLink> {
  // Two first links at once must not make two first persons; nobody else really waits here.
  await tx`lock table people in share row exclusive mode`;
  if (await isInhabited(tx)) {
    throw refuse("link_used", "This server already has an admin; ask them to invite you.");
  }
  if (isReserved(name)) throw refuse("name_taken", `The name ${name} is reserved.`);
  const personId = newId();
  await tx`
    insert into people (id, name, admin, created_at)
    values (${personId}, ${name}, true, ${databaseNow(tx)})`;
  return { personId, name, first: true };
}

/**
 * A link that may connect its person with an account elsewhere: for the first person, or for somebody who has never
 * come in. Any other opens the account once, to whoever has it.
 */
const opensNew = (sql: ISql) => sql`not exists (
  select from people p where p.id = l.person_id and (p.password_hash is not null
    or exists (select from credentials c where c.person_id = p.id)
    or exists (select from identities i where i.person_id = p.id)
    or exists (select from sign_in_links u where u.person_id = p.id and u.used_at is not null)))`;

/** Ends unused links that were sent to a person, or to everybody. */
export async function endLinksOf(tx: ISql, personId: PersonId | null): Promise<void> {
  const now = databaseNow(tx);
  await tx`
    update sign_in_links set expires_at = ${now}
    where (${personId}::uuid is null or person_id = ${personId}::uuid) and used_at is null and expires_at > ${now}`;
}

/** Whether anybody can sign in, or could with a link. */
export async function isInhabited(sql: ISql): Promise<boolean> {
  const [row] = await sql<{ inhabited: boolean }[]>`
    select exists (select from people where name <> ${LOCAL_ADMIN}) as inhabited`;
  return row?.inhabited === true;
}
