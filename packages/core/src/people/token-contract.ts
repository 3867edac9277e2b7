import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { routesOf } from "../kernel/route.ts";
import { line, Uuid } from "../kernel/text.ts";
import { proof } from "./contract.ts";

const defineRoute = routesOf("people");

/** Most live access tokens of one person. */
export const ACCESS_TOKENS_MAX = 50;
const NAME_MAX = 60;
const DAYS_MAX = 366;

/** How much of what its person may do a token may do: only look, or everything except opening the account to others. */
export const TokenScope = z.enum(["read", "write"]);
export type TokenScope = z.infer<typeof TokenScope>;

/** A person's access token without its secret. */
export const AccessToken = z.object({
  id: Uuid,
  name: z.string(),
  scope: TokenScope,
  createdAt: z.number(),
  expiresAt: z.number(),
  revokedAt: z.number().nullable(),
});
export type AccessToken = z.infer<typeof AccessToken>;

export const createAccessToken = defineRoute("POST /me/access-tokens", {
  creates: () => null,
  repeat:
    "Takes no key: each request creates another token, and it is shown only once. If no answer came, list the tokens and revoke the one that you don't have.",
  summary:
    "Creates an access token for your scripts: `Authorization: Bearer` with it acts as you. It is shown only once.",
  access: { who: "signed_in", inPerson: true },
  body: z.strictObject({
    name: line(NAME_MAX),
    scope: TokenScope,
    expiresInDays: z.number().int().min(1).max(DAYS_MAX).default(90),
    ...proof,
  }),
  reply: z.object({ accessToken: AccessToken, token: z.string() }),
  refuses: ["sign_in_failed", "limit_reached", "name_taken"],
});

export const listAccessTokens = defineRoute("GET /me/access-tokens", {
  summary: "Your access tokens, newest first, without secrets; ended ones for thirty days.",
  access: { who: "signed_in" },
  query: z.strictObject(paging(50, 100)),
  reply: pageOf(AccessToken),
});

export const revokeAccessToken = defineRoute("DELETE /me/access-tokens/:tokenId", {
  repeat: "Takes no key: a repeated request answers the same.",
  summary: "Revokes one of your access tokens; it stops working within a second.",
  access: { who: "signed_in" },
  params: z.object({ tokenId: Uuid }),
  reply: AccessToken,
});
