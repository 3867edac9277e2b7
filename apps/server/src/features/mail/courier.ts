import { cardPath } from "@squadroom/core/inbox/thing";
import type { PersonId } from "@squadroom/core/kernel/ids";
import { ATTEMPTS_MAX } from "@squadroom/core/kernel/retry";
import { letterOf } from "@squadroom/core/mail/letter";
import { redact } from "@squadroom/core/redaction/redact";
import type { Sql } from "postgres";
import { linkUrl, makeLinks } from "../../platform/auth/links.ts";
import { createOutage, type OutageLog } from "../../platform/outage/outage.ts";
import { createRounds } from "../../platform/outage/rounds.ts";
import { type After, type Due, noteDropped, noteSent, type Sent, SILENCE_MS, takeMails } from "./attempt.ts";
import { findThings, forgetMails, gatherMails, type OutboxTools } from "./outbox.ts";
import { stopToken, stopUrl } from "./stop-link.ts";
import type { Mailer } from "./transport.ts";
import { type WaitingRow, waitingByMail } from "./waiting.ts";

const STEP_MS = 5_000;
/** Longest duration of one attempt, ms. */
const ATTEMPT_MS = SILENCE_MS + 120_000;
/** After this long, others take over the mails of a process that died; the slowest attempt fits in, ms. */
export const LEASE_MS = ATTEMPT_MS + 60_000;
const AT_ONCE = 4;
const FORGET_EVERY = 120;
/** Most cards in one mail; the inbox has the rest. */
const SHOWN = 10;
/** How long a link in a mail signs its person in, ms. */
const LINK_MS = 3_600_000;

export interface MailCourierOptions extends OutboxTools {
  publicUrl: string;
  secret: Uint8Array;
  send: Mailer;
  log: OutageLog;
  random?: () => number;
}

/**
 * Tells people by mail what waits for them. Runs in every process; a mail belongs to one process under its lease. A
 * mail that was accepted is never sent again; if a process dies before it could note that, the same message goes out
 * under the same id.
 */
export function createMailCourier(options: MailCourierOptions) {
  const { sql, now, send, publicUrl, secret, random = Math.random } = options;
  let rounds = 0;
  const loop = createRounds(round, {
    everyMs: STEP_MS,
    log: options.log,
    words: {
      begins: "mail can't be gathered",
      ends: "mail is gathered again",
      fails: "mail couldn't be gathered",
    },
    random: options.random,
  });
  const server = createOutage(options.log, {
    begins: "a mail couldn't be sent",
    ends: "mail is sent again",
  });
  const stopping = new AbortController();
  const sending = new Set<Promise<void>>();

  /** Sends what is due; a slow mail server holds up only that mail. */
  async function round(): Promise<void> {
    await findThings(options);
    await gatherMails(options);
    if (rounds++ % FORGET_EVERY === 0) await forgetMails(options);
    while (!loop.isStopped()) {
      const free = AT_ONCE - sending.size;
      const leaseUntil = now() + LEASE_MS;
      const due = free > 0 ? await takeMails(options, free, leaseUntil) : [];
      for (const mail of due) open(mail, leaseUntil);
      if (due.length < free) break;
      await Promise.race(sending);
    }
  }

  function open(mail: Due, leaseUntil: number): void {
    const done = deliver(mail, leaseUntil)
      .catch((error: unknown) => {
        // Others take it once the lease is over.
        options.log.error({ err: error, mail: mail.id }, "a mail couldn't be put together");
      })
      .finally(() => sending.delete(done));
    sending.add(done);
  }

  /** Everything due was tried; for tests. */
  async function step(): Promise<void> {
    await round();
    await Promise.all(sending);
  }

  async function deliver(mail: Due, leaseUntil: number): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(ATTEMPT_MS)]);
    const rows = await sql<WaitingRow[]>`
      SELECT w.* FROM ${waitingByMail(sql, now(), mail.person_id)} w
      JOIN mail_things t ON t.room_id = w.room_id AND t.person_id = w.person_id AND t.item = w.item
      WHERE t.mail_id = ${mail.id} ORDER BY w.rank, w.asked_at, w.id`;
    const message = rows.length === 0 ? null : await messageOf(mail, rows);
    if (message === null) {
      await noteDropped(options, mail, leaseUntil);
      return;
    }
    const sent = await send(message, signal);
    const { to } = message;
    const after = await noteSent(options, mail, leaseUntil, { sent, to, rows, random: random() });
    if (after) tell(mail.id, sent, after);
  }

  /** Whoever operates the server hears what became of it. */
  function tell(mail: string, sent: Sent, { state, nextAt }: After): void {
    if (state === "sent") server.worked();
    if (sent.outcome !== "failed") return;
    const { reason, isServer } = sent;
    if (state === "gave_up") options.log.error({ mail, reason }, `a mail is given up after ${ATTEMPTS_MAX} attempts`);
    else if (isServer)
      server.failed(
        new Error(`The mail server: ${reason}`),
        `; it is tried again at ${new Date(nextAt).toISOString()}`,
      );
  }

  /** `null`: the person gets no mail. */
  async function messageOf({ id, person_id }: Due, rows: readonly WaitingRow[]) {
    const shown = rows.slice(0, SHOWN);
    const written = await linksFor(sql, person_id, shown.length);
    if (!written) return null;
    const { to, links } = written;
    const asked = shown.flatMap(({ room, id: card, question, reason, by, options: choices }, index) => {
      const link = links[index];
      if (!link) return [];
      const url = linkUrl(publicUrl, link, cardPath(card, room));
      return { ...redact({ room, question, reason, by, options: choices ?? [] }), url };
    });
    const stop = stopUrl(publicUrl, stopToken(secret, person_id, to));
    const letter = letterOf(asked, {
      more: rows.length - asked.length,
      inbox: `${publicUrl}/inbox`,
      stop,
      ttlMinutes: LINK_MS / 60_000,
    });
    return { ...letter, to, id, stop };
  }

  return {
    start: loop.start,
    /** Waits for no answer: what is under way is tried again by whichever process is running. */
    async stop(): Promise<void> {
      stopping.abort();
      await loop.stop();
      await Promise.all(sending);
    },
    step,
  };
}

/** Where the person gets mail at this moment, with links that end with the address; `null`: nowhere. */
async function linksFor(sql: Sql, person: PersonId, count: number) {
  return await sql.begin(async (tx) => {
    // Whoever changes the address has done so, or waits for these links and then ends them.
    const [row] = await tx<{ address: string }[]>`
      SELECT address FROM mail_addresses WHERE person_id = ${person} AND confirmed_at IS NOT NULL FOR SHARE`;
    return row ? { to: row.address, links: await makeLinks(tx, person, LINK_MS, count) } : null;
  });
}
