import type { PersonId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { Mail, MailScope } from "@squadroom/core/mail/contract";
import type { ISql } from "postgres";
import { endLinksOf } from "../../platform/auth/links.ts";
import type { AddressRow, Codes, Owner } from "./codes.ts";
import { confirmAddress, readAddress, TRIES } from "./codes.ts";
import type { MailTools } from "./outbox.ts";

interface Wanted {
  address?: string | null | undefined;
  on?: boolean | undefined;
  what?: MailScope | undefined;
  /** The password, for an address that nobody has yet vouched for with it. */
  current?: string | undefined;
}

/** By the password, if there is one. @throws RefusalError `sign_in_failed` */
type Prove = (current: string | undefined) => Promise<unknown>;

const number = (value: string | null) => (value === null ? null : Number(value));

/** Where people get mail: plain rows with plain transactions. */
export function createMailSettings({
  sql,
  now,
  codes,
}: Pick<MailTools, "sql" | "now"> & {
  /** `null`: this server sends no mail. */
  codes: Codes | null;
}) {
  async function get(person: PersonId): Promise<Mail> {
    const row = await readAddress(sql, person);
    const { confirmed_at = null, problem = null, problem_at = null } = row ?? {};
    const canTry = row !== undefined && row.code_tries < TRIES;
    const codeUntil = number(canTry ? row.code_until : null);
    return {
      isAvailable: codes !== null,
      address: row?.address ?? null,
      isConfirmed: confirmed_at !== null,
      candidate: row?.candidate ?? null,
      codeUntil: codeUntil !== null && codeUntil > now() ? codeUntil : null,
      on: row?.is_on ?? false,
      what: row?.what ?? "waiting",
      sentAt: number(row?.sent_at ?? null),
      problem: problem === null ? null : { at: Number(problem_at), text: problem },
    };
  }

  return {
    get,

    /** @throws RefusalError `mail_off`, `mail_refused`, `limit_reached`, `sign_in_failed` */
    async set(by: Owner, wanted: Wanted, prove: Prove): Promise<Mail> {
      const { address, on } = wanted;
      if (!codes && (address || on)) throw refuse("mail_off", "This server sends no mail.");
      const before = await readAddress(sql, by.id);
      if (address && before?.candidate !== address && !isIts(before, address)) await prove(wanted.current);
      const { code, gone } = await sql.begin((tx) => change(tx, codes, by.id, wanted, now()));
      if (code !== null && address) await codes?.send(by, address, code);
      if (gone !== null) await codes?.tellGone(by, gone);
      return get(by.id);
    },

    /** @throws RefusalError `mail_code_wrong` */
    async confirm(by: Owner, code: string): Promise<Mail> {
      const gone = await confirmAddress({ sql, now }, by, code);
      if (gone !== null) await codes?.tellGone(by, gone);
      return get(by.id);
    },
  };
}

const isIts = (row: AddressRow | undefined, address: string) => row?.address === address && row.confirmed_at !== null;

/** @returns the code that a new address is to get, and the address that gets no more */
async function change(
  tx: ISql,
  codes: Codes | null,
  person: PersonId,
  { address, on, what }: Wanted,
  at: number,
): Promise<{ code: string | null; gone: string | null }> {
  await tx`
          INSERT INTO mail_addresses (person_id, is_on, what, since, code_tries, codes_sent, codes_since)
          VALUES (${person}, false, 'waiting', ${at}, 0, 0, ${at}) ON CONFLICT DO NOTHING`;
  const row = await readAddress(tx, person, true);
  if (what !== undefined) await tx`UPDATE mail_addresses SET what = ${what} WHERE person_id = ${person}`;
  if (address === null) {
    await tx`
            UPDATE mail_addresses SET address = NULL, confirmed_at = NULL, candidate = NULL, is_on = false,
              code_hash = NULL, code_until = NULL, problem = NULL, problem_at = NULL
            WHERE person_id = ${person}`;
    await endLinksOf(tx, person);
    return { code: null, gone: row?.confirmed_at ? row.address : null };
  }
  if (codes && address !== undefined && !isIts(row, address)) {
    // Nothing that was sent to the old address signs anybody in any more.
    await endLinksOf(tx, person);
    return { code: await codes.put(tx, person, address), gone: null };
  }
  if (address !== undefined)
    await tx`
            UPDATE mail_addresses SET candidate = NULL, code_hash = NULL, code_until = NULL
            WHERE person_id = ${person}`;
  if (on && !row?.confirmed_at) throw refuse("bad_request", "Confirm an address first.");
  // What came while it was off is in the inbox.
  if (on !== undefined)
    await tx`
            UPDATE mail_addresses SET is_on = ${on}, problem = NULL, problem_at = NULL,
              since = CASE WHEN is_on THEN since ELSE ${at}::bigint END
            WHERE person_id = ${person} AND confirmed_at IS NOT NULL`;
  return { code: null, gone: null };
}
