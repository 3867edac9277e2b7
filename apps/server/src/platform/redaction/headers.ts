/*
 * No class takes a `[`: what a rule matches on a second pass is what it would have matched on the
 * first, because it has no `[redacted:…]` in it.
 */

/** `Authorization: Basic …` in any spelling of a header, an option or an object. */
const AUTHORIZATION =
  /(authorization\\{0,3}["'`]?[ \t]{0,20}[:=][ \t]{0,20}\\{0,3}["'`]?(?:bearer|basic|token|local|digest|apikey)[ \t]{1,20})[\w.~+/=:-]{8,}/gi;
/** A bearer's value by itself; words of prose have no digits. */
const BEARER = /(\bbearer[ \t]{1,20})(?=[A-Za-z._~+/=-]*\d)[\w.~+/=-]{16,}/gi;
/** `https://user:password@host`. */
const USERINFO = /(:\/\/[^\s/:@[\]'"`]*:)[^\s/@[\]'"`]{3,}(?=@)/g;

/** `https://token@host`, in the spelling of npm and Git for tokens of GitHub. */
const TOKEN_USER = /(:\/\/)[^\s/:@[\]'"`]{8,}(?=:x-oauth-basic@)/g;

export const HEADER_HINTS = ["authorization", "bearer", "://[^\\s/:@]*:"];

export function redactHeaders(text: string): string {
  return text
    .replace(AUTHORIZATION, "$1[redacted:authorization]")
    .replace(BEARER, "$1[redacted:authorization]")
    .replace(TOKEN_USER, "$1[redacted:url-password]")
    .replace(USERINFO, "$1[redacted:url-password]");
}
