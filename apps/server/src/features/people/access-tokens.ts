import type { NewId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import { ACCESS_TOKENS_MAX, type AccessToken, type TokenScope } from "@squadroom/core/people/token-contract";
import type { ISql, Sql } from "postgres";
import { noteServerAct } from "../../platform/auth/audit.ts";
import { databaseNow } from "../../platform/auth/database-time.ts";
import type { CredentialRef, PersonPrincipal } from "../../platform/auth/principal.ts";
import { hashSecret, newToken } from "../../platform/auth/secrets.ts";

const DAY_MS = 86_400_000;
/** How long ended ones are listed and kept. */
const ENDED_MS = 30 * DAY_MS;

interface Row {
  id: string;
  name: string;
  scope: TokenScope;
  created_at: string | number;
  expires_at: string | number;
  revoked_at: string | number | null;
}

const shown = ({ id, name, scope, created_at, expires_at, revoked_at }: Row): AccessToken => ({
  id,
  name,
  scope,
  createdAt: Number(created_at),
  expiresAt: Number(expires_at),
  revokedAt: revoked_at === null ? null : Number(revoked_at),
});

/** @throws RefusalError `limit_reached`, `name_taken` */
export async function createAccessToken(
  sql: Sql,
  newId: NewId,
  by: PersonPrincipal,
  wanted: { name: string; scope: TokenScope; expiresInDays: number },
): Promise<{ accessToken: AccessToken; token: string }> {
  const { name, scope, expiresInDays } = wanted;
  const token = newToken();
  return await sql.begin(async (tx) => {
    const now = databaseNow(tx);
    // One after the other, so that the limit and the names hold.
    await tx`select 1 from people where id = ${by.id} for update`;
    await tx`
      delete from credentials where person_id = ${by.id} and kind = 'access_token'
        and least(revoked_at, expires_at) < ${now} - ${ENDED_MS}`;
    const live = await tx<{ name: string }[]>`
      select name from credentials where person_id = ${by.id} and kind = 'access_token'
        and revoked_at is null and expires_at > ${now}`;
    if (live.length >= ACCESS_TOKENS_MAX)
      throw refuse("limit_reached", `You have ${ACCESS_TOKENS_MAX} access tokens; revoke some.`);
    if (live.some((other) => other.name === name))
      throw refuse("name_taken", `You already have an access token called ${name}.`);
    const [row] = await tx<Row[]>`
      insert into credentials
        (id, kind, person_id, name, scope, roles, secret_hash, created_at, expires_at, changed_at)
      values (${newId()}, 'access_token', ${by.id}, ${name}, ${scope}, ${tx.json([])},
        ${hashSecret(token)}, ${now}, ${now} + ${expiresInDays * DAY_MS}::bigint, ${now})
      returning id, name, scope, created_at, expires_at, revoked_at`;
    if (!row) throw new Error("the insert answered nothing");
    const { id, name: who } = by;
    await noteServerAct(tx, { by: { id, name: who }, act: "access_token_created", subject: name });
    return { accessToken: shown(row), token };
  });
}

export async function readAccessTokens(sql: ISql, personId: string): Promise<AccessToken[]> {
  const rows = await sql<Row[]>`
    select id, name, scope, created_at, expires_at, revoked_at from credentials
    where person_id = ${personId} and kind = 'access_token'
      and coalesce(least(revoked_at, expires_at), expires_at) > ${databaseNow(sql)} - ${ENDED_MS}
    order by id desc`;
  return rows.map(shown);
}

/** Names of those that work. */
export async function liveTokens(sql: ISql, personId: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from credentials where person_id = ${personId} and kind = 'access_token'
      and revoked_at is null and expires_at > ${databaseNow(sql)}
    order by id`;
  return rows.map(({ name }) => name);
}

/** Idempotent. @returns the token, and what changed, for the authenticator @throws `credential_unknown` */
export async function revokeAccessToken(
  sql: Sql,
  by: PersonPrincipal,
  tokenId: string,
): Promise<{ accessToken: AccessToken; changed: CredentialRef[] }> {
  return await sql.begin(async (tx) => {
    const now = databaseNow(tx);
    const changed = await tx<(CredentialRef & { name: string })[]>`
      update credentials set version = version + 1, revoked_at = ${now}, changed_at = ${now}
      where id = ${tokenId} and person_id = ${by.id} and kind = 'access_token' and revoked_at is null
      returning id, version, name`;
    for (const { name } of changed) {
      const { id, name: who } = by;
      await noteServerAct(tx, {
        by: { id, name: who },
        act: "access_token_revoked" as const,
        subject: name,
      });
    }
    const accessToken = (await readAccessTokens(tx, by.id)).find(({ id }) => id === tokenId);
    if (!accessToken) throw refuse("credential_unknown", "You have no such access token.");
    return { accessToken, changed: changed.map(({ id, version }) => ({ id, version })) };
  });
}
