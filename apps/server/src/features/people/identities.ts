import type { PersonCaller } from "@squadroom/core/kernel/actor";
import type { NewId, PersonId } from "@squadroom/core/kernel/ids";
import { type RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import { PERSON_NAME_MAX } from "@squadroom/core/people/contract";
import type { OidcUnknown } from "@squadroom/core/people/oidc-contract";
import { redact } from "@squadroom/core/redaction/redact";
import type { ISql } from "postgres";
import { noteServerAct } from "../../platform/auth/audit.ts";
import { databaseNow } from "../../platform/auth/database-time.ts";
import { isInhabited, lookAtLink, takeLink } from "../../platform/auth/links.ts";
import { isReserved } from "../../platform/auth/local-admin.ts";
import type { Identity, Oidc } from "../../platform/auth/oidc.ts";
import type { PersonPrincipal } from "../../platform/auth/principal.ts";
import { disconnectAll } from "../../platform/auth/sign-ins.ts";
import { insertPerson } from "./invite.ts";

const LABEL_MAX = 200;

/** Whom a sign-in with a provider is about; `identity` is what the provider says. */
interface Arrival {
  oidc: Pick<Oidc, "name" | "domains">;
  identity: Identity;
  /** The sign-in link that was opened first; only an invitation counts. */
  link: string | null;
}

/**
 * Who comes in with this identity: its owner; otherwise the invited person, which connects the two; otherwise somebody
 * new, if the address is allowed to. An address alone never leads to an existing person.
 *
 * @throws RefusalError `oidc_unknown`, `oidc_taken`, `name_taken`, and those of `takeLink`
 */
export async function arrive(tx: ISql, newId: NewId, { oidc, identity, link }: Arrival): Promise<PersonCaller> {
  const owner = await ownerOf(tx, identity);
  // Any other link is good for one sign-in, and may come from somebody who wants to get another's account in.
  const isInvited = link !== null && (await lookAtLink(tx, link)).isInvitation;
  if (isInvited) {
    const { personId: id, name } = await takeLink(tx, link, nameOf(identity), newId);
    const person = { id, name };
    await connect(tx, person, identity, oidc.name);
    return person;
  }
  if (!owner && link !== null) {
    const message = `This link is for somebody who has been here before. Sign in with it, then connect ${oidc.name} in your menu.`;
    throw unknown("link", message);
  }
  if (!owner) return await join(tx, newId, oidc, identity);
  // A person being deactivated or signed out at this moment already is, or the act waits for this sign-in and ends it.
  const [person] = await tx<PersonCaller[]>`
    select id, name from people where id = ${owner.id} and deactivated_at is null for share`;
  if (!person) throw deactivated(identity);
  if (!(await ownerOf(tx, identity))?.isConnected) {
    const message = `${labelOf(identity)} is no longer connected to its account here.`;
    throw unknown("disconnected", message);
  }
  return person;
}

/**
 * As `connect`, for whoever is signed in. An act that ends the sign-in at this moment has done so, or waits and then
 * ends this.
 *
 * @throws RefusalError `unauthorized`, `oidc_taken`
 */
export async function connectSelf(
  tx: ISql,
  { id, name, credential }: PersonPrincipal,
  identity: Identity,
  provider: string,
): Promise<void> {
  const still = await tx`
    select 1 from people p join credentials c on c.person_id = p.id
    where p.id = ${id} and p.deactivated_at is null and c.id = ${credential.id} and c.revoked_at is null
    for share`;
  if (still.length === 0) throw refuse("unauthorized", "You were signed out meanwhile.");
  await connect(tx, { id, name }, identity, provider);
}

/**
 * Makes this identity the person's. Idempotent.
 *
 * @throws RefusalError `oidc_taken`
 */
export async function connect(tx: ISql, person: PersonCaller, identity: Identity, provider: string): Promise<void> {
  const { issuer, subject } = identity;
  const label = labelOf(identity);
  const owner = await ownerOf(tx, identity);
  const isOwn = owner?.id === person.id;
  if (isOwn && owner.isConnected) return;
  // What a deactivated person left stays theirs: otherwise they could come back as somebody else.
  if (owner && !isOwn && (owner.isConnected || !owner.isActive)) {
    const message = `${label} at ${provider} is connected to another account here.`;
    throw refuse("oidc_taken", message);
  }
  // A provider that is no longer used is in nobody's way.
  await disconnectAll(tx, person.id, issuer);
  await tx`delete from identities where issuer = ${issuer} and subject = ${subject}`;
  const made = await tx`
    insert into identities (issuer, subject, person_id, label, address, created_at)
    values (${issuer}, ${subject}, ${person.id}, ${label}, ${addressOf(identity)}, ${databaseNow(tx)})
    on conflict (person_id) where disconnected_at is null do nothing returning 1`;
  if (made.length === 0) {
    const message = `${person.name} is already connected to another account at ${provider}.`;
    throw refuse("oidc_taken", message);
  }
  await noteServerAct(tx, { by: person, act: "oidc_connected", subject: person.name });
}

/** @throws RefusalError `password_missing` */
export async function disconnect(tx: ISql, person: PersonCaller): Promise<void> {
  if ((await disconnectAll(tx, person.id)) === 0) return;
  const [row] = await tx`select 1 from people where id = ${person.id} and password_hash is not null`;
  if (!row) throw refuse("password_missing", "Without a password you couldn't sign in any more. Set one first.");
  await noteServerAct(tx, { by: person, act: "oidc_disconnected", subject: person.name });
}

export async function readConnected(sql: ISql, personId: PersonId): Promise<{ label: string; at: number } | null> {
  const [row] = await sql<{ label: string; created_at: string | number }[]>`
    select label, created_at from identities
    where person_id = ${personId} and disconnected_at is null`;
  return row ? { label: row.label, at: Number(row.created_at) } : null;
}

interface Owner {
  id: PersonId;
  /** The person comes in with it. */
  isConnected: boolean;
  isActive: boolean;
}

/** Its present or former owner. Of two sign-ins with one identity at once, the second sees what the first did. */
async function ownerOf(tx: ISql, { issuer, subject }: Identity): Promise<Owner | null> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`;
  const [row] = await tx<Owner[]>`
    select p.id, i.disconnected_at is null as "isConnected", p.deactivated_at is null as "isActive"
    from identities i join people p on p.id = i.person_id
    where i.issuer = ${issuer} and i.subject = ${subject}`;
  return row ?? null;
}

/** An account for somebody new: in no room, and never the server's first. */
async function join(
  tx: ISql,
  newId: NewId,
  { name: provider, domains }: Arrival["oidc"],
  identity: Identity,
): Promise<PersonCaller> {
  const label = labelOf(identity);
  const isInvited = domains.includes(domainOf(identity));
  if (isInvited && !identity.isVerified) throw unknown("new", `${provider} hasn't verified the address ${label}.`);
  if (!isInvited || !(await isInhabited(tx))) throw unknown("new", `No account here is connected to ${label}.`);
  if (await isOfSomebodyGone(tx, identity)) throw deactivated(identity);
  const name = nameOf(identity);
  const person = { id: newId(), name };
  await insertPerson(tx, { ...person, admin: false });
  await noteServerAct(tx, { by: person, act: "person_joined", subject: name, details: { label } });
  await connect(tx, person, identity, provider);
  return person;
}

function unknown(reason: OidcUnknown, message: string): RefusalError {
  return refuse("oidc_unknown", message, { reason });
}

const deactivated = (identity: Identity) =>
  unknown("deactivated", `${labelOf(identity)} belongs to a deactivated account here.`);

/** By the address at which they got mail or were connected: it may now be another account at the provider. */
async function isOfSomebodyGone(tx: ISql, { email }: Identity): Promise<boolean> {
  const [row] = await tx`
    select 1 from people p where p.deactivated_at is not null and (
      exists (select from mail_addresses m where m.person_id = p.id and lower(m.address) = lower(${email}))
      or exists (select from identities i where i.person_id = p.id and lower(i.label) = lower(${email})))
    limit 1`;
  return row !== undefined;
}

function domainOf({ email }: Identity): string {
  return email?.slice(email.lastIndexOf("@") + 1).toLowerCase() ?? "";
}

/** The name that a team would use; the reserved one is nobody's. */
function nameOf({ name, email, subject }: Identity): string {
  const wanted = redact(name ?? email?.replace(/@[^@]*$/, "") ?? subject);
  // Invisible characters would make two names of one.
  const seen = wanted.normalize("NFKC").replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");
  const cut = seen.slice(0, PERSON_NAME_MAX).toWellFormed().trim();
  return cut === "" || isReserved(cut) ? "Somebody" : cut;
}

/** `null`: none that the provider has verified. */
function addressOf(identity: Identity): string | null {
  return identity.email !== null && identity.isVerified ? labelOf(identity) : null;
}

function labelOf({ email, name, subject }: Identity): string {
  return redact(email ?? name ?? subject)
    .slice(0, LABEL_MAX)
    .toWellFormed();
}
