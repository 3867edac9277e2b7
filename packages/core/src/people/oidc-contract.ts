import * as z from "zod";
import { routesOf } from "../kernel/route.ts";
import { text } from "../kernel/text.ts";

const defineRoute = routesOf("people");

/** Longest query with which the provider sends the browser back. */
const ANSWER_MAX = 8_000;
const LINK_MAX = 200;

/** A page of this server, never an address elsewhere, however a browser reads it. */
const OwnPage = text(2_000, 1).regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u);

/** Where the provider sends the browser back to: a page of the dashboard. */
export const OIDC_PAGE = "/sign-in/oidc";

/** Why a provider's answer signs nobody in: in `details.reason` of `oidc_failed`. */
export const OIDC_REASONS = ["cancelled", "stale", "refused"] as const;
export type OidcReason = (typeof OIDC_REASONS)[number];

/** Why that account signs nobody in here: in `details.reason` of `oidc_unknown`. */
export const OIDC_UNKNOWN = ["new", "disconnected", "deactivated", "link"] as const;
export type OidcUnknown = (typeof OIDC_UNKNOWN)[number];

export const getOidc = defineRoute("GET /oidc", {
  summary: "The provider that people sign in with, if there is one, and who you are there.",
  access: { who: "anyone" },
  reply: z.object({
    /** `null`: people sign in only with passwords and links. */
    provider: z.object({ name: z.string() }).nullable(),
    /** Your account there, if you connected one. */
    connected: z.object({ label: z.string(), at: z.number() }).nullable(),
  }),
});

export const startOidc = defineRoute("POST /oidc/sign-ins", {
  repeat: "Takes no key: each request begins again, and only the newest can be finished.",
  summary:
    "Begins a sign-in with the provider: open `url` in this browser. A cookie binds it to the browser for ten minutes.",
  access: { who: "anyone" },
  refuses: ["unauthorized", "forbidden", "oidc_unavailable", "sign_in_failed"],
  body: z.strictObject({
    /** The page to continue to. */
    next: OwnPage.optional(),
    /** What follows `#` in a sign-in link: the link is used up, and its person is connected. */
    link: text(LINK_MAX, 1).optional(),
    /** Connects the person who is signed in here, and signs nobody in. */
    connect: z.literal(true).optional(),
    /** Your password, to connect; none if you have none. */
    current: text(200).optional(),
  }),
  reply: z.object({ url: z.string() }),
});

export const finishOidc = defineRoute("POST /oidc/sign-ins/finish", {
  repeat: "Takes no key: an answer of the provider works once.",
  summary: `Ends a sign-in with the answer that the provider sent the browser to ${OIDC_PAGE} with; sets the cookie.`,
  access: { who: "anyone" },
  refuses: [
    ...(["oidc_failed", "oidc_unavailable", "oidc_unknown", "oidc_taken"] as const),
    ...(["unauthorized", "forbidden"] as const),
    ...(["link_used", "link_expired", "link_unknown", "name_taken"] as const),
  ],
  body: z.strictObject({
    /** Everything that follows `?` in the address. */
    answer: text(ANSWER_MAX, 1),
  }),
  reply: z.object({
    name: z.string(),
    next: z.string(),
    /** The person who was signed in is now connected, and stays signed in. */
    connected: z.boolean(),
  }),
});

export const disconnectOidc = defineRoute("DELETE /me/oidc", {
  repeat: "Takes no key: a repeated request finds nothing to disconnect.",
  summary: "Disconnects you from the provider; you sign in with your password.",
  access: { who: "signed_in", inPerson: true },
  refuses: ["password_missing"],
  reply: z.object({ disconnected: z.literal(true) }),
});
