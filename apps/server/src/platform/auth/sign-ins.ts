import type { NewId, PersonId } from "@squadroom/core/kernel/ids";
import type { ISql } from "postgres";
import { databaseNow } from "./database-time.ts";
import { endLinksOf } from "./links.ts";
import type { CredentialRef } from "./principal.ts";
import { hashSecret, newSecret } from "./secrets.ts";

/** A sign-in ends this long after it was last renewed. */
export const SIGN_IN_DAYS = 30;
const DAY_MS = 86_400_000;
const SIGN_IN_MS = SIGN_IN_DAYS * DAY_MS;
/** Renewed at most this often: using a sign-in costs no write. */
const RENEW_EVERY_MS = DAY_MS;

/**
 * A sign-in under a secret that never existed before, whatever the browser brought (session fixation). Also clears away
 * the person's sign-ins that ended over a day ago.
 */
export async function startSignIn(
  tx: ISql,
  personId: PersonId,
  newId: NewId,
): Promise<{ secret: string; credentialId: string }> {
  const secret = newSecret();
  const credentialId = newId();
  const now = databaseNow(tx);
  await tx`
    delete from credentials where person_id = ${personId} and kind = 'sign_in'
      and least(revoked_at, expires_at) < ${now} - ${DAY_MS}`;
  await tx`
    insert into credentials
      (id, kind, person_id, name, roles, secret_hash, created_at, expires_at, changed_at)
    values (${credentialId}, 'sign_in', ${personId}, 'sign-in', ${tx.json([])},
      ${hashSecret(secret)}, ${now}, ${now} + ${SIGN_IN_MS}, ${now})`;
  return { secret, credentialId };
}

/** Postpones a sign-in's end, once a day; returns whether it did. */
export async function renewSignIn(sql: ISql, credentialId: string): Promise<boolean> {
  const now = databaseNow(sql);
  const renewed = await sql`
    update credentials set expires_at = ${now} + ${SIGN_IN_MS}
    where id = ${credentialId} and kind = 'sign_in' and revoked_at is null
      and expires_at between ${now} and ${now} + ${SIGN_IN_MS - RENEW_EVERY_MS}
    returning id`;
  return renewed.length > 0;
}

/** Ends the sign-in that a browser replaces with a new one or leaves. */
export async function endSignIn(tx: ISql, secret: string): Promise<CredentialRef[]> {
  return await tx<CredentialRef[]>`
    update credentials set version = version + 1, revoked_at = ${databaseNow(tx)},
      changed_at = ${databaseNow(tx)}
    where secret_hash = ${hashSecret(secret)} and kind = 'sign_in' and revoked_at is null
    returning id, version`;
}

/** Nothing goes to the address of a person, or of everybody, before it is confirmed again: mails sign people in. */
export async function endMailOf(tx: ISql, personId: PersonId | null): Promise<void> {
  await tx`
    update mail_addresses set is_on = false, confirmed_at = null, candidate = null, code_hash = null, code_until = null
    where ${personId}::uuid is null or person_id = ${personId}::uuid`;
  await endLinksOf(tx, personId);
}

/**
 * Accounts at a provider no longer sign this person, or everybody, in.
 *
 * @param but the issuer that stays
 * @returns how many there were
 */
export async function disconnectAll(tx: ISql, personId: PersonId | null, but: string | null = null): Promise<number> {
  const gone = await tx`
    update identities set disconnected_at = ${databaseNow(tx)}
    where (${personId}::uuid is null or person_id = ${personId}::uuid) and disconnected_at is null
      and issuer is distinct from ${but}
    returning 1`;
  return gone.length;
}

/**
 * Ends all sign-ins of a person except the one to keep, their mail, and their unused links. With `tokens`, their access
 * tokens, too: for shutting somebody out, not for signing out of one's own browsers.
 */
export async function endSignInsOf(
  tx: ISql,
  personId: PersonId,
  { keptId = null, tokens = false }: { keptId?: string | null; tokens?: boolean } = {},
): Promise<CredentialRef[]> {
  const now = databaseNow(tx);
  await endMailOf(tx, personId);
  return await tx<CredentialRef[]>`
    update credentials set version = version + 1, revoked_at = ${now}, changed_at = ${now}
    where person_id = ${personId} and (kind = 'sign_in' or ${tokens}) and id is distinct from ${keptId}
      and revoked_at is null
    returning id, version`;
}

/**
 * To be called in every transaction that changes what a person may do. Raises the version of their sign-ins and tokens;
 * the result goes to the authenticator's `noteChanged` after the commit.
 */
export async function touchPerson(tx: ISql, personId: PersonId): Promise<CredentialRef[]> {
  return await tx<CredentialRef[]>`
    update credentials set version = version + 1, changed_at = ${databaseNow(tx)}
    where person_id = ${personId} and revoked_at is null
    returning id, version`;
}
