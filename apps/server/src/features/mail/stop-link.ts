import { createHmac, timingSafeEqual } from "node:crypto";
import type { PersonId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { Sql } from "postgres";
import { noteServerAct } from "../../platform/auth/audit.ts";

/**
 * Switches a person's mail to an address off. It is made again for each mail and never stored; it can do nothing else,
 * so it works for as long as the address is theirs.
 */
export function stopToken(secret: Uint8Array, person: PersonId, address: string): string {
  return `${person}.${createHmac("sha256", secret).update(`${person} ${address}`).digest("base64url")}`;
}

const SHAPE = /^([0-9a-f-]{36})\.[\w-]{43}$/;

/** The person that it claims to be from; `null`: it isn't one. */
function personOfStop(token: string): PersonId | null {
  return (SHAPE.exec(token)?.[1] ?? null) as PersonId | null;
}

function isStopOf(secret: Uint8Array, token: string, person: PersonId, address: string): boolean {
  const wanted = Buffer.from(stopToken(secret, person, address));
  const given = Buffer.from(token);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

export const stopUrl = (publicUrl: string, token: string) => `${publicUrl}/mail/stop/${token}`;

/** Switches off the mail that the link is about. @throws RefusalError `link_unknown` */
export async function stopByLink(sql: Sql, secret: Uint8Array, token: string): Promise<{ address: string }> {
  const person = personOfStop(token);
  const [row] = person
    ? await sql<{ address: string | null; name: string }[]>`
        SELECT a.address, p.name FROM mail_addresses a JOIN people p ON p.id = a.person_id
        WHERE a.person_id = ${person}`
    : [];
  const address = row?.address;
  if (!person || !address || !isStopOf(secret, token, person, address))
    throw refuse("link_unknown", "This link is none of this server, or the address has changed.");
  await sql.begin(async (tx) => {
    const { count } = await tx`
      UPDATE mail_addresses SET is_on = false
      WHERE person_id = ${person} AND address = ${address} AND is_on`;
    if (count > 0) await noteServerAct(tx, { by: null, act: "mail_stopped", subject: row.name });
  });
  return { address };
}
