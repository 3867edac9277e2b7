import { openKeyAt } from "@squadroom/core/redaction/private-keys";
import { hasHint, redact } from "@squadroom/core/redaction/redact";

/** Longer, and it is given on as it is known: no line and no key is so long. */
const HELD_MAX = 65_536;
/** Of a line without an end so much is remembered. */
const LINE_MAX = 8_192;

/**
 * A text that comes in pieces, without its secrets. A word is given on once it is whole, a line that may have a
 * secret once its end is there, and a private key once that is.
 */
export function createToldText() {
  /** From the start of the line that goes on. */
  let text = "";
  /** What was given on of it, and how far that goes. */
  let told = "";
  let toldTo = 0;
  return {
    add(piece: string): void {
      text += piece;
    },
    /** What can be given on now, all of it where the text is whole. */
    take(isWhole: boolean): string {
      const cut = isWhole ? text.length : Math.max(toldTo, settledIn(text));
      const known = text.slice(0, cut);
      const safe = redact(known);
      const news = safe.slice(sameStart(safe, told));
      const isLong = !isWhole && cut > LINE_MAX && !hasHint(known);
      const line = isWhole || isLong ? cut : known.lastIndexOf("\n") + 1;
      told = line === 0 ? safe : redact(known.slice(line));
      toldTo = cut - line;
      text = text.slice(line);
      return news;
    },
  };
}

/** As far as nothing that follows can make a secret of it. */
function settledIn(text: string): number {
  if (text.length > HELD_MAX) return wordsEnd(text) || text.length;
  const key = openKeyAt(text);
  const known = key < 0 ? text : text.slice(0, key);
  const line = known.lastIndexOf("\n") + 1;
  return key >= 0 || hasHint(known.slice(line)) ? line : wordsEnd(known);
}

function wordsEnd(text: string): number {
  let at = text.length;
  while (at > 0 && /\S/.test(text[at - 1] ?? "")) at--;
  return at;
}

function sameStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
