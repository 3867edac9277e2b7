import { readCookie } from "./cookie.ts";
import type { CallHeaders } from "./principal.ts";
import { isSecret, isToken } from "./secrets.ts";

/** What a request shows to say who it is. */
export interface Presented {
  by: "token" | "local" | "cookie";
  secret: string;
}

/**
 * A bearer token or the local key go before a cookie, right or wrong. Other schemes are somebody
 * else's (a proxy's own password, say), which browsers send along by themselves.
 */
export function presentedBy(headers: CallHeaders, secure: boolean): Presented | null {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) {
    const [, scheme, secret = ""] = /^(bearer|local) +(\S{1,500})$/i.exec(authorization) ?? [];
    if (scheme?.toLowerCase() === "local") return { by: "local", secret };
    if (scheme !== undefined) return isToken(secret) ? { by: "token", secret } : null;
    if (/^(?:bearer|local)\b/i.test(authorization)) return null;
  }
  if (cookie === undefined) return null;
  const secret = readCookie(cookie, secure);
  return secret !== null && isSecret(secret) ? { by: "cookie", secret } : null;
}
