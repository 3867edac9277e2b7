const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LEFT_QUOTE = 0x201c;
const RIGHT_QUOTE = 0x201d;
/** Texts up to this length are scanned by hand, which takes less than the calls that pay off for long ones. */
const NEAR_MAX = 24;

/** Where a short text without escapes and raw characters ends; -1 for any other. */
export function nearEnd(text: string, start: number): number {
  const last = Math.min(start + NEAR_MAX, text.length - 1);
  for (let at = start + 1; at <= last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code < SPACE || code === BACKSLASH) return -1;
  }
  return -1;
}

/** Where a text that begins with this quote ends: at the next one with an even number of backslashes before it. */
export function plainEnd(text: string, start: number, open: number): number {
  const quote = open === QUOTE ? '"' : "'";
  for (let at = text.indexOf(quote, start + 1); at >= 0; at = text.indexOf(quote, at + 1)) {
    let before = at;
    while (before > start + 1 && text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return text.length;
}

/** The same for typographic quotes, either of which ends it. */
export function curlyEnd(text: string, start: number, open: number): number {
  const other = open === RIGHT_QUOTE ? LEFT_QUOTE : RIGHT_QUOTE;
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === open || code === other) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
