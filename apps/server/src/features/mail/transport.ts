import type { Letter } from "@squadroom/core/mail/letter";
import { redact } from "@squadroom/core/redaction/redact";
import { createTransport } from "nodemailer";
import type { MailServer } from "../../config.ts";
import { type Sent, SILENCE_MS } from "./attempt.ts";

/** Time within which the mail server greets, ms. */
const GREETING_MS = 30_000;
const REASON_MAX = 300;

export interface Message extends Letter {
  to: string;
  /** The same mail has the same id, however often it is sent. */
  id: string;
  /** Switches these mails off with one click in the mail program. */
  stop?: string;
}

/** Sends through this server; encrypted, unless it is on this machine. */
export function createMailer(server: MailServer) {
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.isTls,
    requireTLS: !server.isTls && !server.isLocal,
    // On this machine a certificate proves nothing that the address doesn't.
    ...(server.isLocal ? { tls: { rejectUnauthorized: false } } : {}),
    ...(server.user === "" ? {} : { auth: { user: server.user, pass: server.password } }),
    connectionTimeout: GREETING_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { host } = new URL(server.publicUrl);
  /** @param signal ends the wait for the server: what it has by then may arrive all the same */
  return async ({ to, id, subject, text, html, stop }: Message, signal: AbortSignal): Promise<Sent> => {
    try {
      await transport.sendMail({
        signal,
        from: server.from,
        to: { name: "", address: to },
        messageId: `<${id}@${host.replace(/[^\w.-]/g, "-")}>`,
        subject,
        text,
        html,
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(stop === undefined
            ? {}
            : {
                "List-Unsubscribe": `<${stop}>`,
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
              }),
        },
      });
      return { outcome: "sent" };
    } catch (error) {
      if (signal.aborted)
        return (signal.reason as Error).name === "TimeoutError"
          ? { outcome: "failed", reason: "It took too long.", isServer: true }
          : { outcome: "stopped" };
      return outcomeOf(error as MailError, server.password);
    }
  };
}

export type Mailer = ReturnType<typeof createMailer>;

interface MailError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

function outcomeOf(error: MailError, password: string): Sent {
  const said = (error.response ?? error.message).replace(/[\p{Cc}\s]+/gu, " ").trim();
  const bare = password === "" ? said : said.replaceAll(password, "[redacted]");
  const reason = redact(bare).slice(0, REASON_MAX).toWellFormed();
  if (isNoAddress(error, said)) return { outcome: "refused", reason };
  // Who may send, and what, is a matter between the two servers; "later" is about this mail.
  const isOfMail = error.command === "RCPT TO" || error.command === "DATA";
  const isLater = isOfMail && (error.responseCode ?? 0) < 500;
  return { outcome: "failed", reason, isServer: !isLater };
}

/**
 * Whether there is no such mailbox. Most servers say so with a code of their own; without one, a refused receiver says
 * it, unless the reason is the sender.
 *
 * @source RFC 3463: 5.1.x addresses, of which 5.1.7 and 5.1.8 the sender's; 5.2.1 mailbox disabled
 */
function isNoAddress({ command, responseCode = 0 }: MailError, said: string): boolean {
  if (responseCode < 500 || (command !== "RCPT TO" && command !== "DATA")) return false;
  const code = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(said)?.[1];
  if (code !== undefined) return /^5\.(1\.(?![78]$)|2\.1$)/.test(code);
  return command === "RCPT TO" && [550, 553].includes(responseCode) && !/relay/i.test(said);
}
