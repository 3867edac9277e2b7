import { randomInt, timingSafeEqual } from "node:crypto";
import type { PersonId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import { CODE_LENGTH, type MailScope } from "@squadroom/core/mail/contract";
import { codeLetter, goneLetter } from "@squadroom/core/mail/letter";
import type { ISql } from "postgres";
import { type By, noteServerAct } from "../../platform/auth/audit.ts";
import { endLinksOf } from "../../platform/auth/links.ts";
import { hashSecret } from "../../platform/auth/secrets.ts";
import type { MailTools } from "./outbox.ts";
import type { Mailer, Message } from "./transport.ts";

const CODE_MINUTES = 30;
/** Most tries with one code; then another one is needed. */
export const TRIES = 5;
/** Most codes that a person may have sent in an hour, to any addresses. */
const CODES_PER_HOUR = 5;
const HOUR_MS = 3_600_000;
/** How long a person who sets an address waits for the answer, ms. */
const PATIENCE_MS = 20_000;

/** What sends mail, and where its links lead. */
export interface Post {
  publicUrl: string;
  send: Mailer;
}

/** Whose address it is. */
export type Owner = By & { id: PersonId };

export interface AddressRow {
  address: string | null;
  confirmed_at: string | null;
  candidate: string | null;
  is_on: boolean;
  what: MailScope;
  code_hash: Uint8Array | null;
  code_until: string | null;
  code_tries: number;
  codes_sent: number;
  codes_since: string;
  sent_at: string | null;
  problem: string | null;
  problem_at: string | null;
}

export async function readAddress(tx: ISql, person: PersonId, isLocked = false): Promise<AddressRow | undefined> {
  const [row] = await tx<AddressRow[]>`
    SELECT * FROM mail_addresses WHERE person_id = ${person} ${isLocked ? tx`FOR UPDATE` : tx``}`;
  return row;
}

/** Typing what was sent to an address shows that the person reads it there. */
export function createCodes({ sql, now, newId }: MailTools, { publicUrl, send }: Post) {
  const atOnce = (message: Message) => send(message, AbortSignal.timeout(PATIENCE_MS));
  return {
    /** A code for this address, which replaces the other once it is confirmed. @throws RefusalError `limit_reached` */
    async put(tx: ISql, person: PersonId, address: string): Promise<string> {
      const at = now();
      const row = await readAddress(tx, person, true);
      const isFresh = !row || Number(row.codes_since) <= at - HOUR_MS;
      const sentBefore = isFresh ? 0 : row.codes_sent;
      if (sentBefore >= CODES_PER_HOUR) {
        const message = `You had ${CODES_PER_HOUR} codes within an hour. Try again later.`;
        throw refuse("limit_reached", message, { limit: CODES_PER_HOUR });
      }
      const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
      await tx`
        UPDATE mail_addresses SET candidate = ${address}, code_hash = ${hashOf(person, address, code)},
          code_until = ${at + CODE_MINUTES * 60_000}, code_tries = 0, codes_sent = ${sentBefore + 1},
          codes_since = ${isFresh ? at : Number(row.codes_since)}
        WHERE person_id = ${person}`;
      return code;
    },

    /** @throws RefusalError `mail_refused` */
    async send({ id, name }: Owner, address: string, code: string): Promise<void> {
      const letter = codeLetter(code, { name, server: publicUrl, ttlMinutes: CODE_MINUTES });
      const sent = await atOnce({ ...letter, to: address, id: newId() });
      if (sent.outcome === "sent") return;
      await sql`
        UPDATE mail_addresses SET candidate = NULL, code_hash = NULL, code_until = NULL
        WHERE person_id = ${id} AND candidate = ${address} AND code_hash = ${hashOf(id, address, code)}`;
      const reason = sent.outcome === "stopped" ? "It took too long." : sent.reason;
      throw refuse("mail_refused", `The mail server didn't take the code: ${reason}`, {});
    },

    /** Tells an address that it gets no more mail; if that can't be sent, nothing waits for it. */
    async tellGone({ name }: Owner, address: string): Promise<void> {
      await atOnce({ ...goneLetter({ name, server: publicUrl }), to: address, id: newId() });
    },
  };
}

export type Codes = ReturnType<typeof createCodes>;

/**
 * Confirms the address and switches its mail on.
 *
 * @returns the one that it replaces
 * @throws RefusalError `mail_code_wrong`
 */
export async function confirmAddress(
  { sql, now }: Pick<MailTools, "sql" | "now">,
  by: Owner,
  code: string,
): Promise<string | null> {
  const confirmed = await sql.begin(async (tx) => {
    const at = now();
    const row = await readAddress(tx, by.id, true);
    if (row && row.confirmed_at !== null && row.candidate === null) return { old: null };
    if (!row?.candidate || !row.code_hash || Number(row.code_until) <= at || row.code_tries >= TRIES) return null;
    if (!timingSafeEqual(hashOf(by.id, row.candidate, code), row.code_hash)) {
      await tx`UPDATE mail_addresses SET code_tries = code_tries + 1 WHERE person_id = ${by.id}`;
      return null;
    }
    await tx`
      UPDATE mail_addresses SET address = candidate, candidate = NULL, confirmed_at = ${at}, is_on = true,
        since = CASE WHEN is_on THEN since ELSE ${at}::bigint END, sent_at = NULL, problem = NULL, problem_at = NULL,
        code_hash = NULL, code_until = NULL
      WHERE person_id = ${by.id}`;
    await endLinksOf(tx, by.id);
    await noteServerAct(tx, { by, act: "mail_confirmed", subject: row.candidate });
    return { old: row.confirmed_at === null ? null : row.address };
  });
  if (confirmed) return confirmed.old;
  throw refuse("mail_code_wrong", "That isn't the code, or it no longer works.", {});
}

const hashOf = (person: PersonId, address: string, code: string) => hashSecret(`${person} ${address} ${code}`);
