import { KEY_MAX, openKeyAt } from "@squadroom/core/redaction/private-keys";
import { hasHint, redact } from "@squadroom/core/redaction/redact";
import { createKept, leftOutText, MARGIN } from "./cut-text.ts";

/** Most text that is held back: no key is longer, and a longer line counts in parts. */
const HELD_MAX = 65_536;
/** How much of an endless line is remembered. */
const LINE_MAX = 8_192;
/** How much is looked at together. */
const STEP = 32_768;
/** Most text between two looks; beyond that its middle is left out. */
const COMING_MAX = 131_072;
/** How many places are tried, and how far apart, until one is in no secret. */
const CUTS = 6;
const CUT_STEP = 4_096;

/**
 * A text that comes in pieces, without its secrets. A word is passed on once it is whole, a line that may contain a
 * secret once it has ended, and a private key once that has. What it holds is bounded, whatever comes.
 */
export function createToldText() {
  const coming = createKept(COMING_MAX);
  /** From the start of the current line. */
  let text = "";
  /** What of it was passed on, and how far that goes. */
  let told = "";
  let toldTo = 0;
  /** A word is so long that everything up to its end is left out. */
  let isSkipping = false;

  function forget(): void {
    text = "";
    told = "";
    toldTo = 0;
  }

  function read(all: string, isWhole: boolean): string {
    let news = "";
    // At least once: what was held back may be settled now.
    for (let at = 0; at === 0 || at < all.length; at += STEP) {
      const piece = all.slice(at, at + STEP);
      const isLast = at + STEP >= all.length;
      text += isSkipping ? afterWord(piece) : piece;
      news += settle(isWhole && isLast);
      if (text.length > HELD_MAX) news += cutShort();
    }
    return news;
  }

  function afterWord(piece: string): string {
    const at = piece.search(/\s/);
    isSkipping = at < 0;
    return at < 0 ? "" : piece.slice(at);
  }

  function settle(isWhole: boolean): string {
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
  }

  /** The certain part of an endless line; if a secret has no end, it is left out. */
  function cutShort(): string {
    const at = cleanCut(text, text.length - KEY_MAX);
    const known = at === null ? text : text.slice(0, at);
    const safe = redact(known);
    const news = safe.slice(sameStart(safe, told));
    const rest = text.slice(known.length);
    forget();
    text = rest;
    isSkipping = at === null;
    return news;
  }

  return {
    add: (piece: string): void => coming.add(piece),
    /** What can now be passed on, all of it if the text is complete. */
    take(isWhole: boolean): string {
      const { start, end, leftOut } = coming.take();
      if (leftOut === 0) return read(start + end, isWhole);
      const news = read(start, false);
      forget();
      isSkipping = false;
      // What begins where something was left out may be the rest of a secret.
      const at = cleanCut(end, MARGIN + CUTS * CUT_STEP) ?? end.length;
      return `${news}\n${leftOutText(leftOut + at)}\n${read(end.slice(at), isWhole)}`;
    },
  };
}

/** A place inside no secret, at this one or before it; `null`: none was found. */
function cleanCut(text: string, from: number): number | null {
  const whole = redact(text);
  for (let tried = 0; tried < CUTS; tried++) {
    const at = wordsEnd(text.slice(0, from - tried * CUT_STEP)) || from - tried * CUT_STEP;
    if (redact(text.slice(0, at)) + redact(text.slice(at)) === whole) return at;
  }
  return null;
}

/** Up to where nothing that follows can make a secret of it. */
function settledIn(text: string): number {
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
