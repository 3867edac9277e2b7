import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import * as z from "zod";

/** A sign-in under way. It travels in the browser's cookie, so that any process can finish it. */
const OidcFlow = z.strictObject({
  redirectUri: z.string(),
  state: z.string(),
  nonce: z.string(),
  /** For PKCE: whoever intercepts the code can do nothing with it. */
  verifier: z.string(),
  next: z.string(),
  /** Hash of the sign-in link that it uses up. */
  link: z.string().nullable(),
  /** Whom it connects. */
  personId: z.string().nullable(),
  endsAt: z.number(),
});
export type OidcFlow = z.infer<typeof OidcFlow>;

/** How long somebody may take at the provider, ms. */
export const FLOW_MS = 600_000;

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Neither readable nor changeable for whoever has the cookie. */
export function sealFlow(flow: OidcFlow, key: Uint8Array): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(flow), "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** `null`: it was not sealed here, or too long ago. */
export function openFlow(text: string, key: Uint8Array, now: number): OidcFlow | null {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
  try {
    const open = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
    open.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const written = Buffer.concat([open.update(bytes.subarray(IV_BYTES + TAG_BYTES)), open.final()]);
    const flow = OidcFlow.parse(JSON.parse(written.toString("utf8")));
    return flow.endsAt > now ? flow : null;
  } catch {
    return null;
  }
}
