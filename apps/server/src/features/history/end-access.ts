import type { Sql } from "postgres";
import { type By, noteServerAct } from "../../platform/auth/audit.ts";
import { databaseNow } from "../../platform/auth/database-time.ts";
import { LOCAL_ADMIN_SECRET } from "../../platform/auth/local-admin.ts";
import type { CredentialRef } from "../../platform/auth/principal.ts";
import { hashSecret } from "../../platform/auth/secrets.ts";
import { disconnectAll, endMailOf } from "../../platform/auth/sign-ins.ts";

/**
 * Notes a restore and, if wanted, ends all agents' credentials, all sign-ins, everybody's mail and account at a
 * provider, and unused links; the machine's key stays.
 *
 * @returns what changed, for the authenticator
 */
export async function noteRestored(
  sql: Sql,
  { by, endAccess }: { by: By | null; endAccess: boolean },
): Promise<CredentialRef[]> {
  return await sql.begin(async (tx) => {
    const now = databaseNow(tx);
    const ended = endAccess
      ? await tx<CredentialRef[]>`
          update credentials set version = version + 1, revoked_at = ${now}, changed_at = ${now}
          where revoked_at is null and secret_hash <> ${hashSecret(LOCAL_ADMIN_SECRET)}
          returning id, version`
      : [];
    if (endAccess) {
      await endMailOf(tx, null);
      await disconnectAll(tx, null);
    }
    await noteServerAct(tx, { by, act: "restored", details: { ended: ended.length } });
    return [...ended];
  });
}
