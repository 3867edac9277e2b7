/**
 * Characters that act on who reads, in place of being read: control characters and terminal escapes, marks
 * that turn the direction of text, invisible tags. Tabs and line feeds are neither.
 */
const ACTING =
  /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

const PICTURES = 0x2400;

/** Text with each of them shown as a sign that does nothing: `␛`, `⟨U+202E⟩`. */
export function visible(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(ACTING, (one) => {
    const code = one.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(PICTURES + code);
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}

/** One JSON document, with none of them in it as it stands; what it says is the same. */
export function jsonLine(data: unknown): string {
  const escaped = (one: string) =>
    one.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `${JSON.stringify(data).replace(ACTING, escaped)}\n`;
}
