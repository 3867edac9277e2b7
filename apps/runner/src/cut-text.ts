import { redact } from "@squadroom/core/redaction/redact";

/** More than the longest secret: one that begins this far before a text ends before it. */
export const MARGIN = 40_000;

/** A text without its secrets, none of them halved: up to a space, so that no address is halved either. */
export function beginningOf(text: string, max: number): string {
  const isWhole = text.length <= max + MARGIN;
  const clean = redact(isWhole ? text : text.slice(0, max + MARGIN));
  // What is at the end of the part looked at may continue after it.
  const known = isWhole ? clean : clean.slice(0, Math.max(0, clean.length - MARGIN));
  return storable(upToWord(known, isWhole ? max : Math.min(max, known.length - 1)));
}

/** The end of a text without its secrets, starting at a space. */
export function endOf(text: string, max: number): string {
  const isWhole = text.length <= max + MARGIN;
  const clean = redact(isWhole ? text : text.slice(-(max + MARGIN)));
  if (isWhole && clean.length <= max) return storable(clean);
  const from = Math.max(isWhole ? 0 : MARGIN, clean.length - max);
  const end = clean.slice(Math.max(0, from - 1));
  const word = end.search(/\s/);
  return storable(end.slice(word < 0 ? 1 : word + 1));
}

/** Beginning and end of a long text. @param gone already left out of its middle */
export function shortened(text: string, max: number, gone = 0): string {
  if (text.length <= max) return text;
  const [start, end] = [beginningOf(text, max / 2), endOf(text, max / 2)];
  return `${start}\n${leftOutText(gone + text.length - start.length - end.length)}\n${end}`;
}

export function leftOutText(count: number): string {
  return `[${count.toLocaleString("en")} characters left out]`;
}

/** Up to the last space before this length; a word without one is cut. */
export function upToWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.slice(0, max + 1).search(/\s\S*$/);
  return text.slice(0, end > 0 ? end : max);
}

/** In the form that the contract accepts. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}

/** Keeps the beginning and the end of a text of any length. */
export function createKept(max: number) {
  let start = "";
  let end = "";
  let leftOut = 0;
  return {
    add(piece: string): void {
      const rest = max - start.length;
      if (rest > 0) start += piece.slice(0, rest);
      if (piece.length <= rest) return;
      end += rest > 0 ? piece.slice(rest) : piece;
      if (end.length <= 2 * max) return;
      leftOut += end.length - max;
      end = end.slice(-max);
    },
    /** All of it, emptying the store. `leftOut`: between the two. */
    take() {
      const kept = { start, end, leftOut };
      start = "";
      end = "";
      leftOut = 0;
      return kept;
    },
  };
}
