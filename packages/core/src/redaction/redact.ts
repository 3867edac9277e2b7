import { refuse } from "../kernel/refusal.ts";
import { ASSIGNMENT_HINTS, redactAssignments } from "./assignments.ts";
import { redactPrivateKeys } from "./private-keys.ts";
import { mayHoldToken, redactTokens } from "./tokens.ts";

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

const HEADER_HINTS = [
  "authorization",
  "bearer",
  "://[^\\s/:@]*:",
  "cookie:[^\\r\\n]{0,100}=",
  " --?u(?:ser)?[ =\\t\"']",
  "machine[ \\t]+\\S{1,100}[ \\t]+login",
  '"auth',
];

/** One look at a text tells whether any rule could match: for most texts none could. */
const hint = new RegExp(["-----BEGIN ", ...HEADER_HINTS, ...ASSIGNMENT_HINTS].join("|"), "i");

/** Deeper than any body of the contract. */
const DEPTH_MAX = 100;
/** Longer than any text of the contract, UTF-16 units; some millions more, and regular expressions overflow. */
const TEXT_MAX = 2_000_000;

/**
 * Replaces the secrets in all strings of a JSON value with `[redacted:<rule>]`; a value without any is
 * returned as it is, the very same object. Everything that reaches a room goes through it first, so
 * what these rules match is in no table, log, stream or export. It takes linear time; applied again, it
 * changes nothing. Redact a text before cutting it: no rule recognises half a secret.
 *
 * @throws RefusalError `bad_request` for a value nested over a hundred deep, `payload_too_large` for a
 * text of over two million characters
 */
export function redact<T>(value: T): T {
  return mayHold(value, 0) ? changeTexts(value, redactText) : value;
}

/** Changes all strings of a JSON value; if none changes, returns the very same object. */
export function changeTexts<T>(value: T, change: Change): T {
  return changeValue(value, 0, change) as T;
}

type Change = (text: string) => string;

/** Whether any text in it has a hint of a secret; most values have none, and are not copied. */
function mayHold(value: unknown, depth: number): boolean {
  if (typeof value === "string") return hasHint(value);
  if (typeof value !== "object" || value === null) return false;
  if (depth === DEPTH_MAX) throw refuse("bad_request", "The body is nested too deeply.");
  if (Array.isArray(value)) return value.some((member) => mayHold(member, depth + 1));
  if (!isRecord(value)) return false;
  for (const name in value) if (mayHold(value[name], depth + 1)) return true;
  return false;
}

function isRecord(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function changeValue(value: unknown, depth: number, change: Change): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === DEPTH_MAX) throw refuse("bad_request", "The body is nested too deeply.");
  if (Array.isArray(value)) return changeList(value, depth + 1, change);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  const redacted = changeList(
    entries.map(([, member]) => member),
    depth + 1,
    change,
  );
  const isSame = entries.every(([, member], i) => member === redacted[i]);
  return isSame ? value : Object.fromEntries(entries.map(([name], i) => [name, redacted[i]]));
}

function changeList(list: unknown[], depth: number, change: Change): unknown[] {
  const redacted = list.map((member) => changeValue(member, depth, change));
  return redacted.every((member, i) => member === list[i]) ? list : redacted;
}

/** Whether the text contains anything that goes with secrets. */
export function hasHint(text: string): boolean {
  if (text.length > TEXT_MAX) throw refuse("payload_too_large", "A text in the body is too long.");
  return hint.test(text) || mayHoldToken(text);
}

function redactText(text: string): string {
  if (!hasHint(text)) return text;
  // Blocks first, then what is known by its form, then what only its name gives away.
  return redactAssignments(redactHeaders(redactTokens(redactPrivateKeys(text))));
}

function redactHeaders(text: string): string {
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
