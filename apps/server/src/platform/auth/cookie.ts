import { FLOW_MS } from "./oidc-flow.ts";
import { SIGN_IN_DAYS } from "./sign-ins.ts";

const SIGN_IN = "squadroom_session";
/** A sign-in with a provider, while one is under way. */
const OIDC = "squadroom_oidc";
/** Browsers accept it only over https, from this very host, for all of its paths. */
const HOST_ONLY = "__Host-";

/**
 * Whether the cookie is one for https: the request came over it, or people reach the server over it, whatever the proxy
 * in front says. Browsers accept such a cookie on localhost too.
 */
export function isSecure({ protocol }: { protocol: string }, publicUrl: string | null): boolean {
  return protocol === "https" || publicUrl?.startsWith("https://") === true;
}

/**
 * The sign-in's secret in a `cookie` header.
 *
 * @param secure the request came over https: then a neighbouring host may have set the plain cookie
 */
export function readCookie(header: string, secure: boolean): string | null {
  return valueIn(header, SIGN_IN, secure);
}

/** A `set-cookie` header: out of reach of scripts, not sent with other sites' forms. */
export function setCookie(secret: string, secure: boolean): string {
  return cookie(SIGN_IN, secret, SIGN_IN_DAYS * 86_400, secure);
}

export function clearCookie(secure: boolean): string {
  return cookie(SIGN_IN, "", 0, secure);
}

export function readOidcCookie(header: string, secure: boolean): string | null {
  return valueIn(header, OIDC, secure);
}

/** Lives as long as the sign-in may take; `null` removes it. */
export function oidcCookie(flow: string | null, secure: boolean): string {
  return cookie(OIDC, flow ?? "", flow === null ? 0 : FLOW_MS / 1000, secure);
}

function cookie(name: string, value: string, maxAgeS: number, secure: boolean): string {
  const rest = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}`;
  return `${secure ? HOST_ONLY : ""}${name}=${value}; ${rest}${secure ? "; Secure" : ""}`;
}

function valueIn(header: string, name: string, secure: boolean): string | null {
  const found = cookieNamed(header, HOST_ONLY + name);
  return found === null && !secure ? cookieNamed(header, name) : found;
}

function cookieNamed(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const pair = part.trim();
    if (pair.startsWith(name) && pair[name.length] === "=") return pair.slice(name.length + 1);
  }
  return null;
}
