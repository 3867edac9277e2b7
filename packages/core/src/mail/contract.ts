import * as z from "zod";
import { routesOf } from "../kernel/route.ts";
import { text } from "../kernel/text.ts";

const defineRoute = routesOf("mail");

/** What a person gets by mail: everything that waits for them in the inbox, or only what somebody handed to them. */
export const MailScope = z.enum(["waiting", "mine"]);
export type MailScope = z.infer<typeof MailScope>;

/** Longest address, as SMTP has it. */
const ADDRESS_MAX = 254;
export const CODE_LENGTH = 8;

/** A person's mail: where it goes, what it has, and how the last one went. */
export const Mail = z.object({
  /** This server sends mail; otherwise an admin sets `SQUADROOM_SMTP_URL` first. */
  isAvailable: z.boolean(),
  address: z.string().nullable(),
  /** If not, nothing is sent to it: sign-ins have been ended since, so it has to be confirmed again. */
  isConfirmed: z.boolean(),
  /** Replaces `address` once it is confirmed; until then only the code goes there. */
  candidate: z.string().nullable(),
  /** Until when the code that was sent to the candidate works; `null`: none does. */
  codeUntil: z.number().nullable(),
  on: z.boolean(),
  what: MailScope,
  /** When the mail server accepted the newest mail. */
  sentAt: z.number().nullable(),
  /** What the mail server said when it refused a mail, until it accepts the next. */
  problem: z.object({ at: z.number(), text: z.string() }).nullable(),
});
export type Mail = z.infer<typeof Mail>;

export const getMail = defineRoute("GET /me/mail", {
  summary: "Where you get mail when a decision or question waits for you.",
  access: { who: "signed_in" },
  reply: Mail,
});

export const setMail = defineRoute("PUT /me/mail", {
  repeat: "Takes no key: again it changes nothing, but sends an unconfirmed address another code.",
  summary:
    "Sets the address, what it gets, and whether. A new address gets a code and takes the old one's place once you confirm it.",
  access: { who: "signed_in", inPerson: true },
  body: z.strictObject({
    /** `null` removes it. */
    address: z.email().max(ADDRESS_MAX).nullable().optional(),
    on: z.boolean().optional(),
    what: MailScope.optional(),
    /** Your password, if you have one: for a new address. */
    current: text(200).optional(),
  }),
  reply: Mail,
  refuses: ["mail_off", "mail_refused", "limit_reached", "sign_in_failed"],
});

export const confirmMail = defineRoute("POST /me/mail/confirmation", {
  repeat: "Takes no key: once confirmed, the address stays so.",
  summary: "Confirms your address with the code that was sent to it, and switches mail on.",
  access: { who: "signed_in", inPerson: true },
  body: z.strictObject({ code: z.string().regex(/^\d{8}$/, "is not a code of eight digits") }),
  reply: Mail,
  refuses: ["mail_code_wrong"],
});

export const stopMail = defineRoute("POST /mail/stop", {
  repeat: "Takes no key: what is off stays off.",
  summary: "Switches mail off with the link that is in each one.",
  access: { who: "anyone" },
  body: z.strictObject({ token: text(200, 1) }),
  reply: z.object({ address: z.string() }),
  refuses: ["link_unknown"],
});
