const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** Most units that one call makes into a text: more would exceed the arguments of a call. */
const CHUNK = 8_192;
/** Texts up to this length are unescaped in an ordinary list, which is created faster than a typed one. */
const SHORT_MAX = 64;
type Units = number[] | Uint16Array;

/** What the letter after a backslash means; -1 for a letter without a meaning in JSON. */
const MEANT = new Int16Array(128).fill(-1);
for (const [letter, meant] of ['""', "\\\\", "//", "b\b", "f\f", "n\n", "r\r", "t\t"])
  MEANT[(letter as string).charCodeAt(0)] = (meant as string).charCodeAt(0);
/** Escaped by habit from other languages, though not in JSON. */
const NEEDLESS = new Set(["'", "`", "\n", "\u201c", "\u201d"].map((sign) => sign.charCodeAt(0)));
const NEEDLESS_LEFT_OUT = "A needless backslash was left out.";
const BACKSLASH_KEPT = "A single backslash was kept.";

/** Invalid escapes keep their backslash, unless other languages need it and JSON does not. */
export function unescapeText(written: string, note: (message: string) => void): string {
  const units: Units = written.length > SHORT_MAX ? new Uint16Array(written.length) : new Array(written.length);
  let length = 0;
  for (let at = 0; at < written.length; ) {
    const code = written.charCodeAt(at);
    if (code !== BACKSLASH) {
      units[length++] = code;
      at += 1;
      continue;
    }
    const letter = written.charCodeAt(at + 1);
    const hex = letter === LETTER_U ? hexAt(written, at + 2) : -1;
    const meant = hex >= 0 ? hex : (MEANT[letter] ?? -1);
    if (meant >= 0) {
      units[length++] = meant;
      at += hex >= 0 ? 6 : 2;
    } else if (NEEDLESS.has(letter)) {
      note(NEEDLESS_LEFT_OUT);
      units[length++] = letter;
      at += 2;
    } else {
      note(BACKSLASH_KEPT);
      units[length++] = BACKSLASH;
      at += 1;
    }
  }
  return textOf(units, length);
}

/** Four digits of a hexadecimal number, or -1. */
function hexAt(text: string, from: number): number {
  let value = 0;
  for (let at = from; at < from + 4; at += 1) {
    const digit = digitOf(text.charCodeAt(at));
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function textOf(units: Units, length: number): string {
  let text = "";
  for (let at = 0; at < length; at += CHUNK)
    text += String.fromCharCode.apply(null, units.slice(at, Math.min(length, at + CHUNK)) as number[]);
  return text;
}
