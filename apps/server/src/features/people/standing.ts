import type { PersonId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { ISql, Sql } from "postgres";
import { type By, noteServerAct } from "../../platform/auth/audit.ts";
import { databaseNow } from "../../platform/auth/database-time.ts";
import { LOCAL_ADMIN } from "../../platform/auth/local-admin.ts";
import type { CredentialRef } from "../../platform/auth/principal.ts";
import { disconnectAll, endSignInsOf, touchPerson } from "../../platform/auth/sign-ins.ts";

/** What a person is on this server. Returns the sign-ins that changed, for the authenticator. */
interface Standing {
  by: By;
  personId: PersonId;
}

/**
 * Makes a person an admin, or no longer one.
 *
 * @throws RefusalError `last_admin`, `person_unknown`
 */
export async function setAdmin(
  sql: Sql,
  { by, personId, admin }: Standing & { admin: boolean },
): Promise<CredentialRef[]> {
  return await sql.begin(async (tx) => {
    if (!admin) await refuseLastAdmin(tx, personId);
    const set = await tx<{ name: string }[]>`
      update people set admin = ${admin}
      where id = ${personId} and admin <> ${admin} and name <> ${LOCAL_ADMIN} returning name`;
    const [{ name } = {}] = set;
    if (name === undefined) return [];
    await noteServerAct(tx, { by, act: admin ? "admin_given" : "admin_taken", subject: name });
    return await touchPerson(tx, personId);
  });
}

/**
 * Shuts a person out, or lets them in again: sign-ins and links end with the act, and none begins after it.
 *
 * @throws RefusalError `last_admin`
 */
export async function setActive(
  sql: Sql,
  { by, personId, active }: Standing & { active: boolean },
): Promise<CredentialRef[]> {
  return await sql.begin(async (tx) => {
    if (!active) await refuseLastAdmin(tx, personId);
    const since = active ? tx`null` : databaseNow(tx);
    const set = await tx<{ name: string }[]>`
      update people set deactivated_at = ${since}
      where id = ${personId} and (deactivated_at is null) <> ${active} and name <> ${LOCAL_ADMIN}
      returning name`;
    const [{ name } = {}] = set;
    if (name === undefined) return [];
    const act = active ? "person_reactivated" : "person_deactivated";
    const ended = active ? [] : await endSignInsOf(tx, personId, { tokens: true });
    const details = active ? {} : { ended: ended.length };
    await noteServerAct(tx, { by, act, subject: name, details });
    return ended;
  });
}

/**
 * Ends a person's sign-ins, either all of them with their access tokens and the account at the provider or all but one,
 * and their unused links.
 */
export async function signOutOf(
  sql: Sql,
  { by, personId, keptId, tokens = keptId === null }: Standing & { keptId: string | null; tokens?: boolean },
): Promise<CredentialRef[]> {
  return await sql.begin(async (tx) => {
    // Somebody who comes in or connects at this moment has done so, or waits and finds it ended.
    const [person] = await tx<{ name: string }[]>`
      select name from people where id = ${personId} for no key update`;
    const ended = await endSignInsOf(tx, personId, { keptId, tokens });
    if (keptId === null) await disconnectAll(tx, personId);
    await noteServerAct(tx, {
      by,
      act: keptId === null ? "sign_ins_ended" : "signed_out_elsewhere",
      subject: person?.name ?? null,
      details: { ended: ended.length },
    });
    return ended;
  });
}

/** Locked in one order, so that of two admins who leave at once one stays. The local admin cannot sign in. */
async function refuseLastAdmin(tx: ISql, personId: PersonId): Promise<void> {
  const admins = await tx<{ id: PersonId }[]>`
    select id from people where admin and deactivated_at is null and name <> ${LOCAL_ADMIN}
    order by id for update`;
  if (admins.length === 1 && admins[0]?.id === personId)
    throw refuse("last_admin", "A server needs an admin, and this is the last one.");
}
