/*
 * No character class includes `[`: on a second pass a rule matches only what it matched on the first, without
 * `[redacted:…]` in it.
 */

/** `Authorization: Basic …`, however a header, an option or an object spells it. */
const AUTHORIZATION =
  /(authorization\\{0,3}["'`]?[ \t]{0,20}[:=][ \t]{0,20}\\{0,3}["'`]?(?:bearer|basic|token|local|digest|apikey|ssws)[ \t]{1,20})[\w.~+/=:-]{8,}/gi;
/** A bearer token by itself; words of prose have no digits. */
const BEARER = /(\bbearer[ \t]{1,20})(?=[A-Za-z._~+/=-]*\d)[\w.~+/=-]{16,}/gi;
/** `https://user:password@host`. */
const USERINFO = /(:\/\/[^\s/:@[\]'"`]*:)[^\s/@[\]'"`]{3,}(?=@)/g;

/** `https://token@host`, in the spelling of npm and Git for tokens of GitHub. */
const TOKEN_USER = /(:\/\/)[^\s/:@[\]'"`]{8,}(?=:x-oauth-basic@)/g;

/** A `Cookie` or `Set-Cookie` whose value is long enough for a sign-in. */
const COOKIE = /(\bcookie:[ \t]{0,20})(?=[^\r\n=["'`]{1,64}=[^\s;["'`]{16})[^\r\n[\\"'`]{1,4096}/gi;
/** `curl -u user:password`. */
const CURL_USER = /(\bcurl\b[^\r\n|;[]{0,200}?[ \t](?:-u|--user)[ \t=]{1,5}["']?[\w.@-]{1,64}:)[^\s"'`[]{6,200}/g;
/** A line of `.netrc`, and the entry of a registry in Docker's settings. */
const NETRC =
  /(\bmachine[ \t]{1,20}\S{1,100}[ \t]{1,20}login[ \t]{1,20}\S{1,100}[ \t]{1,20}password[ \t]{1,20})[^\s[\\"'`]{6,200}/g;
const DOCKER = /("auth\\{0,3}"[ \t]{0,20}:[ \t]{0,20}\\{0,3}")[A-Za-z0-9+/=]{16,4096}(?=\\{0,3}")/g;

export const HEADER_HINTS = [
  "authorization",
  "bearer",
  "://[^\\s/:@]*:",
  "cookie:[^\\r\\n]{0,100}=",
  " --?u(?:ser)?[ =\\t\"']",
  "machine[ \\t]+\\S{1,100}[ \\t]+login",
  '"auth',
];

export function redactHeaders(text: string): string {
  return text
    .replace(AUTHORIZATION, "$1[redacted:authorization]")
    .replace(BEARER, "$1[redacted:authorization]")
    .replace(TOKEN_USER, "$1[redacted:url-password]")
    .replace(USERINFO, "$1[redacted:url-password]")
    .replace(COOKIE, "$1[redacted:cookie]")
    .replace(CURL_USER, "$1[redacted:curl-password]")
    .replace(NETRC, "$1[redacted:netrc-password]")
    .replace(DOCKER, "$1[redacted:docker-password]");
}
