import type { NewId, PersonId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { LinkState } from "@squadroom/core/people/contract";
import type { ISql, Sql } from "postgres";
import { databaseNow } from "./database-time.ts";
import { isReserved, LOCAL_ADMIN } from "./local-admin.ts";
import { hashSecret, newSecret } from "./secrets.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How long a link is good, ms: made for a sign-in now, or sent to somebody. */
export const LINK_MS = 10 * MINUTE_MS;
export const INVITATION_MS = DAY_MS;

export interface Link {
  /** Known to whom it is given; the table has its hash. */
  secret: string;
  expiresAt: number;
}

/** The secret is a fragment: browsers keep it to themselves, so it is in no log on the way. */
export function linkUrl(base: string, { secret }: Link): string {
  return `${base.replace(/\/+$/, "")}/sign-in#${secret}`;
}

/** A single-use link that signs this person in. Also clears away what ended long ago. */
export async function makeLink(sql: ISql, personId: PersonId, ttlMs: number): Promise<Link> {
  await sql`delete from sign_in_links where expires_at < ${databaseNow(sql)} - ${DAY_MS * 7}`;
  return await insertLink(sql, personId, ttlMs);
}

/** So many first links are open at once: one for each start of each process, and a few by hand. */
const FIRST_LINKS_MAX = 20;

/** A link for who comes first; each works until one was used. `null` once somebody is there. */
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

/** @throws RefusalError `link_unknown` */
export async function lookAtLink(sql: ISql, secret: string): Promise<LinkState> {
  const [row] = await sql<LinkRow[]>`
    select l.person_id, p.name, l.created_at, l.expires_at, l.used_at,
      ${databaseNow(sql)} as now,
      exists (select from people where name <> ${LOCAL_ADMIN}) as inhabited
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
}

export interface UsedLink {
  personId: PersonId;
  name: string;
  /** The first person of this server, made just now, its admin. */
  first: boolean;
}

/**
 * Uses a link up, in the caller's transaction: of two browsers at once one gets it. Refused, it
 * stays unused.
 *
 * @param firstName what the first person wants to be called
 * @throws RefusalError `link_used`, `link_expired`, `link_unknown`, `name_taken`
 */
export async function takeLink(
  tx: ISql,
  secret: string,
  firstName: string,
  newId: NewId,
): Promise<UsedLink> {
  const now = databaseNow(tx);
  // The person before the link, as whoever deactivates it: then neither waits for the other. Who is deactivated at this
  // moment is so already, or waits for this sign-in to end it.
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
  // Two first links at once must not make two first persons; nobody else waits here in earnest.
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

/** Whether anybody can sign in, or could with a link. */
async function isInhabited(sql: ISql): Promise<boolean> {
  const [row] = await sql<{ inhabited: boolean }[]>`
    select exists (select from people where name <> ${LOCAL_ADMIN}) as inhabited`;
  return row?.inhabited === true;
}
