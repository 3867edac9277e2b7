import type { RoomOptions } from "../log/options.ts";
import { changeTexts, redact } from "./redact.ts";

const IN_NAME = "[\\p{L}\\p{N}_.+%-]";
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?";

/**
 * A name, and what may be its host. The user of a URL doesn't count (`ssh://git@…`). Packages and mentions have nothing
 * before their `@`. A name doesn't begin with a dot, so any number of them may come before it.
 */
const CANDIDATE = new RegExp(
  [
    `(?<![\\p{L}\\p{N}_+%-]|(?:@|\\w://)${IN_NAME}{0,64})(?!git@)`,
    `[\\p{L}\\p{N}_+%-]${IN_NAME}{0,63}@([\\p{L}\\p{N}][\\p{L}\\p{N}.-]{0,252})`,
  ].join(""),
  "gu",
);
/** The part of a host that ends in letters, or in other scripts' letters as ASCII. */
const DOMAIN = new RegExp(`^(?:${LABEL}\\.){1,20}(?:xn--[a-z0-9-]{1,59}|\\p{L}{2,24})(?![\\p{L}\\p{N}])`, "iu");
/** The version of a package and the scale of a picture. */
const NUMBERED = /^\d+(?:\.\d|x\.)/;
/** No domain ends like this. */
const EXTENSION = /\.(?:png|jpe?g|svg|gif|webp|tgz|service|css|js|ts)$/i;
/** A call, or what is on that host: a git remote, a path for `scp`. */
const THEN_ELSE = /^(?:\(|:(?!\w+:\/\/)[\w.~+-]*(?:\/|\.git(?!\w)))/;
const LOOK_AHEAD = 200;

function redactCandidate(all: string, host: string, at: number, text: string): string {
  const whole = NUMBERED.test(host) ? undefined : DOMAIN.exec(host)?.[0];
  const domain = whole && DOMAIN.exec(whole.replace(EXTENSION, ""))?.[0];
  if (domain === undefined || domain === "") return all;
  const end = at + all.length;
  if (domain === host && THEN_ELSE.test(text.slice(end, end + LOOK_AHEAD))) return all;
  return `[email]${host.slice(domain.length)}`;
}

/** Replaces the e-mail addresses in all strings of a JSON value with `[email]`. Idempotent. */
export function redactAddresses<T>(value: T): T {
  return changeTexts(value, (text) => (text.includes("@") ? text.replace(CANDIDATE, redactCandidate) : text));
}

/** What a room with these options keeps of a value: no secrets, and no e-mail addresses if it wants none. */
export function redactBy({ redactEmails = false }: Pick<RoomOptions, "redactEmails">) {
  return <T>(value: T): T => {
    const redacted = redact(value);
    return redactEmails ? redactAddresses(redacted) : redacted;
  };
}
