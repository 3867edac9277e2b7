import { createHash, timingSafeEqual } from "node:crypto";
import type { NewId } from "@squadroom/core/kernel/ids";
import { LOCAL_ADMIN } from "@squadroom/core/people/local-admin";
import type { Sql } from "postgres";
import { databaseNow } from "./database-time.ts";
import { hashSecret, isSecret } from "./secrets.ts";

export { LOCAL_ADMIN };

/**
 * Stands for the local admin's secret in the table, which then has a row like anybody's: each commit tests its version.
 * No cookie and no token has a space.
 */
export const LOCAL_ADMIN_SECRET = "the local admin has no secret here";

export function isReserved(name: string): boolean {
  return name.toLowerCase() === LOCAL_ADMIN;
}

/** The processes of a server share one local admin. */
export async function ensureLocalAdmin(sql: Sql, newId: NewId): Promise<void> {
  const now = databaseNow(sql);
  await sql`
    insert into people (id, name, admin, created_at)
    values (${newId()}, ${LOCAL_ADMIN}, true, ${now}) on conflict (name) do nothing`;
  await sql`
    insert into credentials (id, kind, person_id, name, roles, secret_hash, created_at, changed_at)
    select ${newId()}::uuid, 'sign_in', id, ${LOCAL_ADMIN}, ${sql.json([])},
      ${hashSecret(LOCAL_ADMIN_SECRET)}, ${now}, ${now}
    from people where name = ${LOCAL_ADMIN} on conflict (secret_hash) do nothing`;
}

/**
 * Compares in the same time wherever the two differ.
 *
 * @throws if the key is not valid: nothing would match it, or everything
 */
export function keyMatcher(key: string): (candidate: string) => boolean {
  if (!isSecret(key)) throw new Error("The key of this machine is not one that Squadroom made.");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(key);
  return (candidate) => isSecret(candidate) && timingSafeEqual(digest(candidate), expected);
}
