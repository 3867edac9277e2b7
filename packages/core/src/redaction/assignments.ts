/** Names whose values are secrets, also at the end of a longer name (`DB_PASSWORD`, `dbPassword`). */
const STRONG = [
  "password",
  "passwd",
  "passphrase",
  "(?:api|secret|access|account|private|encryption|signing)[ _-]?key",
  "client[ _-]?secret",
  "(?:access|auth|refresh|bearer|api|id|session|private|personal)[ _-]?token",
].join("|");
/** Names that mean other things too: their values must look machine-made. */
const WEAK = "secret|token|pwd|(?<![a-z0-9])_auth";

export const ASSIGNMENT_HINTS = [STRONG, WEAK];

/** Name, closing quote, sign, opening quote; quotes may be escaped, as in JSON within a string. */
const NAME = new RegExp(
  `(?:(${STRONG})|(?:${WEAK}))\\\\{0,3}["'\`]?[ \\t]{0,20}(?::=|=>|[:=])([ \\t]{0,20})(\\\\{0,3}["'\`])?`,
  "gi",
);
const MIN = 8;
/** How much of a value is looked at to judge it. */
const LOOK = 128;
/** What ends a value without quotes. */
const STOP = /[\s"'`,;(){}<>[\]|\\&]/g;
const LINE_END = /[\r\n]/g;

interface Candidate {
  strong: string | undefined;
  /** With a space before the value, as in prose and code. */
  isSpaced: boolean;
  isQuoted: boolean;
  from: number;
  to: number;
}

/** `password=…`, `"api_key": "…"`, `DB_SECRET: …` and the like: the value goes, the name stays. */
export function redactAssignments(text: string): string {
  const stopAfter = finder(STOP, text);
  const lineEndAfter = finder(LINE_END, text);
  let result = "";
  let done = 0;
  NAME.lastIndex = 0;
  for (let found = NAME.exec(text); found; found = NAME.exec(text)) {
    const [, strong, space = "", quote] = found;
    const from = NAME.lastIndex;
    const isQuoted = quote !== undefined;
    const to = isQuoted ? closing(text, from, quote, lineEndAfter(from)) : stopAfter(from);
    if (!isSecret(text, { strong, isSpaced: space !== "", isQuoted, from, to })) continue;
    result += `${text.slice(done, from)}[redacted:assignment]`;
    done = to;
    NAME.lastIndex = to;
  }
  return done === 0 ? text : result + text.slice(done);
}

/**
 * Finds a pattern's next match from ever greater places: each stretch is searched once, which keeps the time linear.
 */
function finder(pattern: RegExp, text: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) {
      pattern.lastIndex = from;
      next = pattern.exec(text)?.index ?? text.length;
    }
    return next;
  };
}

/** Where the opened quote closes, or its line ends. A quote with more escapes belongs to the value. */
function closing(text: string, from: number, quote: string, lineEnd: number): number {
  const mark = quote.slice(-1);
  for (let at = text.indexOf(mark, from); at >= 0 && at < lineEnd; at = text.indexOf(mark, at + 1)) {
    let escapes = 0;
    while (escapes < quote.length && at - escapes > from && text[at - escapes - 1] === "\\") {
      escapes += 1;
    }
    if (escapes < quote.length) return at - escapes;
  }
  return lineEnd;
}

function isSecret(text: string, candidate: Candidate): boolean {
  const { strong, isSpaced, isQuoted, from, to } = candidate;
  if (to - from < MIN) return false;
  const value = text.slice(from, Math.min(to, from + LOOK));
  if (isPlaceholder(value)) return false;
  if (strong === undefined && !isMixed(value)) return false;
  if (isQuoted) return !/\s/.test(value) || /phrase$/i.test(strong ?? "");
  return !isCode(value, text[to], isSpaced);
}

/** Says where a secret is, what it looks like, or that it has already gone. */
function isPlaceholder(value: string): boolean {
  return (
    value.includes("[redacted:") ||
    value.includes("${") ||
    value.includes("{{") ||
    /^(?:\$\w+|%\w+%|<.*>|(.)\1*|your[-_ ].*|https?:\/\/[^@]*)$/is.test(value) ||
    /^(?:~|\.{1,2})\/|^\/(?:app|dev|etc|home|mnt|opt|proc|root|run|srv|tmp|usr|users|var)\//i.test(value) ||
    /^(?:boolean|changeme|disabled|function|optional|passphrase|password|redacted|required|undefined|unknown)$/i.test(
      value,
    )
  );
}

/** A call, a member, or the name of a variable: what agents write about passwords is mostly code. */
function isCode(value: string, after: string | undefined, isSpaced: boolean): boolean {
  return (
    after === "(" ||
    after === "[" ||
    after === "<" ||
    /^[A-Za-z_$]+(?:\??\.[A-Za-z_$]+)+[!?]?$/.test(value) ||
    (isSpaced && /^(?:[a-z]+(?:[A-Z][a-z]*)+|[A-Za-z]+(?:_[A-Za-z]+)+)[!?]?$/.test(value))
  );
}

function isMixed(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}
