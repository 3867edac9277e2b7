/**
 * Characters that act on a reader, or can't be seen, instead of being read: control characters and terminal escapes,
 * marks that turn the direction of text, zero-width characters, tags, selectors and fillers. Tabs and line feeds don't
 * count.
 */
const UNSEEN = String.raw`[^\P{Cc}\n\t]|[\p{Default_Ignorable_Code_Point}\p{Cs}\u2028\u2029\ufff9-\ufffb\u2800]`;
/** Spaces that don't act as spaces where it matters: a shell reads them as letters. */
const SPACES = String.raw`[^\P{Zs} ]`;

const COMPLEX = String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]`;
const LEFT = String.raw`\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}`;
const TURNS = String.raw`\u202a-\u202e\u2066-\u2069`;
/** Marks for right-to-left text that keep their effect to themselves, up to the one that ends it. */
const ISOLATE = String.raw`[^${LEFT}${TURNS}]*[${LEFT}][^${TURNS}]*\u2069`;
/** Where writing needs them, beside the letters and pictures that they belong to. */
const NEEDED = [
  String.raw`(?<=${COMPLEX})[\u200c\u200d](?=${COMPLEX})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=[${LEFT}]\p{P}?)[\u200e\u200f\u061c]`,
  String.raw`\u2068(?=${ISOLATE})|\u2069(?<=\u2068(?=${ISOLATE})[^${TURNS}]*\u2069)`,
  // The flags of England, Scotland and Wales.
  String.raw`(?<=\u{1f3f4})\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
].join("|");

/** Looks behind and ahead only where there is such a character: at each letter of a long text it would take forever. */
const IN_PROSE = new RegExp(`(?=${UNSEEN})(?:(${NEEDED})|${UNSEEN})`, "gu");
const ANYWHERE = new RegExp(`${UNSEEN}|${SPACES}`, "gu");
/** Most texts have none of them and are recognised at once. */
const PLAIN = /^[\n\t\x20-\x7e]*$/;
const PICTURES = 0x2400;

/** Text with each of them shown as a harmless sign: `␛`, `⟨U+202E⟩`. Prose stays as its language is written. */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replaceAll("\r\n", "\n").replace(IN_PROSE, (one, needed?: string) => needed ?? signOf(one));
}

/** The same for what is read letter by letter: commands, paths, branches, code. Nothing invisible is left. */
export function spelled(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replaceAll("\r\n", "\n").replace(ANYWHERE, signOf);
}

function signOf(one: string): string {
  const code = one.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(PICTURES + code);
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/** One JSON document that contains none of them literally; what it says is the same. */
export function jsonText(data: unknown, indent = 0): string {
  const escaped = (one: string) =>
    one.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return JSON.stringify(data, null, indent).replace(ANYWHERE, escaped);
}

export function jsonLine(data: unknown): string {
  return `${jsonText(data)}\n`;
}
