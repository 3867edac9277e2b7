/** What a message says, as it is compared with rules. */
export interface Words {
  /** Stems in order, `BREAK` between clauses. */
  stems: readonly string[];
  /** The words as written, beside the stems. */
  written: readonly string[];
  /** The text without code, links and addresses, for scripts that don't separate words. */
  text: string;
}

/** Stands between two clauses: no phrase reaches across it. */
export const BREAK = "|";

/** Code, links and addresses say nothing about who should get a message. */
const NOT_WORDS =
  /```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|\bhttps?:\/\/\S+|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+|^>.*$/gimu;
const PARTS = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=[\p{L}\p{N}]))*|[.!?;:,\n()]|\s[-–—]\s/gu;
const LATIN = /^[a-z]+$/;
/** Scripts that write without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Reads a whole message. Total: any text is fine. */
export function wordsOf(message: string): Words {
  const text = message.replace(NOT_WORDS, " ").normalize("NFKC").toLowerCase();
  const stems: string[] = [];
  const written: string[] = [];
  for (const [part] of text.matchAll(PARTS)) {
    const isWord = /[\p{L}\p{N}]/u.test(part);
    if (!isWord && (stems.length === 0 || stems.at(-1) === BREAK)) continue;
    stems.push(isWord ? stemOf(part) : BREAK);
    written.push(isWord ? part : BREAK);
  }
  return { stems, written, text };
}

/** True for a phrase that is searched in the text, since its script doesn't separate words. */
export function isUnspaced(phrase: string): boolean {
  return UNSPACED.test(phrase);
}

/** One form for "fix", "fixes", "fixed" and "fixing". Words of other scripts, and short ones, stay as they are. */
export function stemOf(word: string): string {
  const plain = word.replace(/’/g, "'").replace(/'s$/, "");
  if (plain.length < 4 || !LATIN.test(plain)) return plain;
  const base = plain.replace(/ies$/, "y").replace(/(?:(?<=[sxz]|ch|sh)es|(?<!s|u|i)s)$/, "");
  const cut = base.replace(/(?:ing|ed)$/, "");
  const root = cut.length >= 3 && /[aeiouy]/.test(cut) ? cut : base;
  const single = root === base ? root : root.replace(/([bdgklmnprt])\1$/, "$1");
  return single.length > 3 ? single.replace(/e$/, "") : single;
}
