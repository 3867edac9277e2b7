/** A stretch of text that both versions have, or only one of them. */
export interface Piece {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Longer texts are compared only paragraph by paragraph: the work grows with the square of the words. */
const WORDS_MAX = 2_000;

/** Words with the white space after them, so that joined pieces are the text again. */
function wordsIn(text: string): string[] {
  return text.match(/\S+\s*|^\s+/g) ?? [];
}

/**
 * What became of the words: read without `removed` it is `after`, without `added` it is `before`, apart from spaces.
 */
export function diffWords(before: string, after: string): Piece[] {
  const [a, b] = [wordsIn(before), wordsIn(after)];
  if (a.length > WORDS_MAX || b.length > WORDS_MAX) return diffOf(linesIn(before), linesIn(after));
  return diffOf(a, b);
}

function linesIn(text: string): string[] {
  return text.match(/[^\n]*\n+|[^\n]+$/g) ?? [];
}

export function countChanges(pieces: readonly Piece[]): number {
  let count = 0;
  let isInside = false;
  for (const { kind } of pieces) {
    if (kind !== "same" && !isInside) count += 1;
    isInside = kind !== "same";
  }
  return count;
}

function diffOf(a: string[], b: string[]): Piece[] {
  const isSame = (i: number, j: number): boolean => a[i]?.trim() === b[j]?.trim();
  let start = 0;
  while (start < a.length && start < b.length && isSame(start, start)) start += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && isSame(endA - 1, endB - 1)) {
    endA -= 1;
    endB -= 1;
  }
  const pieces: Piece[] = [];
  const add = (kind: Piece["kind"], text: string): void => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== "") pieces.push({ kind, text });
  };
  add("same", b.slice(0, start).join(""));
  for (const { kind, text } of middle(a.slice(start, endA), b.slice(start, endB))) add(kind, text);
  add("same", b.slice(endB).join(""));
  return pieces;
}

/** The longest common subsequence of both. */
function middle(a: string[], b: string[]): Piece[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i]?.trim() === b[j]?.trim() ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [one, other] = [a[i], b[j]];
    if (one !== undefined && other !== undefined && one.trim() === other.trim()) {
      pieces.push({ kind: "same", text: other });
      i += 1;
      j += 1;
    } else if (other === undefined || (one !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      pieces.push({ kind: "removed", text: one ?? "" });
      i += 1;
    } else {
      pieces.push({ kind: "added", text: other });
      j += 1;
    }
  }
  return pieces;
}
