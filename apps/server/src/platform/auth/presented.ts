import { readCookie } from "./cookie.ts";
import type { CallHeaders } from "./principal.ts";
import { isSecret, isToken } from "./secrets.ts";

/** What a request shows to say who it is. */
export interface Presented {
  by: "token" | "local" | "cookie";
  secret: string;
}

/**
 * A bearer token or the local key takes precedence over a cookie, right or wrong. Other schemes are somebody else's (a
 * proxy's own password, say), which browsers send along by themselves.
 */
export function presentedBy(headers: CallHeaders, secure: boolean): Presented | null {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) {
    const space = authorization.indexOf(" ");
    const scheme = (space < 0 ? authorization : authorization.slice(0, space)).toLowerCase();
    const secret = space < 0 ? "" : authorization.slice(space).trim();
    if (scheme === "bearer") return isToken(secret) ? { by: "token", secret } : null;
    if (scheme === "local") return isSecret(secret) ? { by: "local", secret } : null;
  }
  if (cookie === undefined) return null;
  const secret = readCookie(cookie, secure);
  return secret !== null && isSecret(secret) ? { by: "cookie", secret } : null;
}
