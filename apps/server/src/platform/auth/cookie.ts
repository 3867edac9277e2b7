import { SIGN_IN_DAYS } from "./sign-ins.ts";

const PLAIN = "squadroom_session";
/** Browsers take it only over https, from this very host, for all of its paths. */
const HOST_ONLY = `__Host-${PLAIN}`;

/**
 * Whether the cookie is one for https: the request came over it, or people reach the server over it, whatever the
 * proxy in front says. Browsers take such a cookie on localhost too.
 */
export function isSecure({ protocol }: { protocol: string }, publicUrl: string | null): boolean {
  return protocol === "https" || publicUrl?.startsWith("https://") === true;
}

/**
 * The sign-in's secret in a `cookie` header.
 *
 * @param secure the request came over https: then a neighbour's host may have set the plain cookie
 */
export function readCookie(header: string, secure: boolean): string | null {
  const found = cookieNamed(header, HOST_ONLY);
  return found === null && !secure ? cookieNamed(header, PLAIN) : found;
}

/** A `set-cookie` header: out of reach of scripts, not sent along by other sites' forms. */
export function setCookie(secret: string, secure: boolean): string {
  return cookie(secret, SIGN_IN_DAYS * 86_400, secure);
}

export function clearCookie(secure: boolean): string {
  return cookie("", 0, secure);
}

function cookie(value: string, maxAgeS: number, secure: boolean): string {
  const name = secure ? HOST_ONLY : PLAIN;
  const rest = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}`;
  return `${name}=${value}; ${rest}${secure ? "; Secure" : ""}`;
}

function cookieNamed(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const pair = part.trim();
    if (pair.startsWith(name) && pair[name.length] === "=") return pair.slice(name.length + 1);
  }
  return null;
}
