/** What a message says, in the form that rules are compared with. */
export interface Words {
  /** Stems in order, `BREAK` between clauses. */
  stems: readonly string[];
  /** The text without code, links and addresses, for scripts that don't separate words. */
  text: string;
}

/** Marks the end of a clause: no phrase reaches across it. */
export const BREAK = "|";

/** Code, links, paths and addresses say nothing about who should get a message. */
const NOT_WORDS =
  /```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|\bhttps?:\/\/\S+|(?<![\p{L}\p{N}_./@-])[\p{L}\p{N}_.-]+(?:\/[\p{L}\p{N}_.-]+)+\.\p{L}{1,5}\b|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+|^>.*$/gimu;
const MAY_HAVE_THEM = /[`@>]|\//;
const PARTS = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=[\p{L}\p{N}]))*|[.!?;:,\n()]|\s[-–—]\s/gu;
/** The same for ASCII only, in a third of the time. */
const PLAIN_PARTS = /[a-z0-9](?:[a-z0-9]|'(?=[a-z0-9]))*|[.!?;:,\n()]|\s-\s/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what it means
const PLAIN = /^[\u0000-\u007f]*$/;
/** "L'API", "qu'est-ce": two words. */
const ELIDED = /(?<![\p{L}\p{N}'])([ldscjmtn]|qu|jusqu|lorsqu|puisqu)'(?=\p{L})/gu;
const ACCENTS = /[\u0300-\u036f]/g;
const LATIN = /^[a-z]+$/;
/** What a part begins with that isn't a word. */
const BREAKS = new Set(".!?;:,\n() \t\r\u00a0");
/** Scripts that write without spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** The message without code, quotes, links and addresses. */
export function bareOf(message: string): string {
  return MAY_HAVE_THEM.test(message) ? message.replace(NOT_WORDS, " ") : message;
}

/** Reads a whole message. Total: any text is accepted. */
export function wordsOf(message: string): Words {
  const lower = foldedOf(bareOf(message));
  const text = lower.includes("'") ? lower.replace(ELIDED, "$1 ") : lower;
  const stems: string[] = [];
  for (const part of text.match(PLAIN.test(text) ? PLAIN_PARTS : PARTS) ?? []) {
    if (!BREAKS.has(part[0] ?? "")) stems.push(stemOf(part));
    else if (stems.length > 0 && stems.at(-1) !== BREAK) stems.push(BREAK);
  }
  return { stems, text };
}

/** In lower case, and without the accents that people leave out. */
export function foldedOf(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const plain = text.normalize("NFKD").replace(ACCENTS, "").normalize("NFC").toLowerCase();
  return plain.replace(/ß/g, "ss").replace(/’/g, "'");
}

/** Stems of the words of a list. */
export function stemsIn(list: string): ReadonlySet<string> {
  return new Set(foldedOf(list).trim().split(/\s+/).map(stemOf));
}

/** True for a phrase that is searched for in the text, since its script doesn't separate words. */
export function isUnspaced(phrase: string): boolean {
  return UNSPACED.test(phrase);
}

/** Cached for the words met last: people use few. */
const known = new Map<string, string>();
const KNOWN_MAX = 5_000;

/** One form for "fix", "fixes", "fixed" and "fixing". Words of other scripts, and short ones, stay as they are. */
export function stemOf(word: string): string {
  if (word.length < 4) return word;
  const before = known.get(word);
  if (before !== undefined) return before;
  if (known.size >= KNOWN_MAX) known.clear();
  const stem = cutStem(word);
  known.set(word, stem);
  return stem;
}

function cutStem(word: string): string {
  const plain = word.replace(/'s$/, "");
  if (plain.length < 4 || !LATIN.test(plain)) return plain;
  const base = plain.replace(/ies$/, "y").replace(/(?:(?<=[sxz]|ch|sh)es|(?<!s|u|i)s)$/, "");
  const cut = base.replace(/(?:ing|ed)$/, "");
  const root = cut.length >= 3 && /[aeiouy]/.test(cut) ? cut : base;
  const single = root === base ? root : root.replace(/([bdgklmnprt])\1$/, "$1");
  return single.length > 3 ? single.replace(/e$/, "") : single;
}
