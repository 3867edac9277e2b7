/** Begins a terminal's control sequence. */
export const ESCAPE = 0x1b;
const OPEN = 0x5b;
/** Longer sequences are not colours. */
const COLOUR_MAX = 40;

/** What JSON skips. */
export function isJsonSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** What editors, chats and web pages put in its place, and invisible marks. */
export function isUnusualSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x0b || code === 0x0c || code === 0x85;
  return (
    code === 0xa0 ||
    code === 0xfeff ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200f) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x2060 ||
    code === 0x3000
  );
}

/**
 * The place after the control sequence that begins here: ESC, `[`, numbers and signs, a letter. -1: there is none.
 *
 * @source ECMA-48, 5.4
 */
export function colourEnd(text: string, start: number): number {
  if (text.charCodeAt(start + 1) !== OPEN) return -1;
  const last = Math.min(start + COLOUR_MAX, text.length - 1);
  for (let at = start + 2; at <= last; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x40 && code <= 0x7e) return at + 1;
    if (code < 0x20 || code > 0x7e) return -1;
  }
  return -1;
}
