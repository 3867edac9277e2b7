import { document } from "../markdown.ts";

/**
 * Limit of a delivery's text in UTF-8 bytes and in words. The smallest of the common clients shows its model 10,000
 * bytes of a command's output and cuts the middle out of the rest; the command adds some of its own.
 */
export const DELIVERY_BYTES = 8_000;
export const DELIVERY_WORDS = 1_500;
/** A step under discussion replays its conversation and its proposal in full: the command prints that in pages. */
export const STEP_BYTES = 24_000;

/** Fewest bytes that a word counts as: many short words fill a reader as bytes fill a client. */
const BYTES_PER_WORD = DELIVERY_BYTES / DELIVERY_WORDS;

/** A part of a text that may be cut if the whole is too long; a cut is announced, with the way to the rest. */
export interface Part {
  /** The least is cut first. */
  weight: number;
  /** Size that it keeps as long as anything else can still be cut. */
  floor: number;
  /** In at most this size, or as little as possible; `Infinity`: in full. What isn't worth cutting stays whole. */
  write(size: number): string | null;
}

/** A text that stays as it is, or a part. */
export type Block = string | null | Part;

/** The larger of bytes and words, in bytes. */
export function sizeOf(text: string): number {
  let bytes = 0;
  let words = 0;
  let isInside = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const isSpace = unit === 32 || (unit >= 9 && unit <= 13);
    if (!isSpace && !isInside) words += 1;
    isInside = !isSpace;
    const isHalf = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isHalf ? 2 : 3;
  }
  return Math.max(bytes, words * BYTES_PER_WORD);
}

/** The same in words, as a limit in words counts them. */
export function wordsIn(text: string): number {
  return Math.ceil(sizeOf(text) / BYTES_PER_WORD);
}

/** Blocks as one text within a budget: the least important part is cut first, and none silently. */
export function withinBudget(blocks: readonly Block[], budget: number = DELIVERY_BYTES): string {
  const texts = blocks.map((block) => (isPart(block) ? block.write(Infinity) : block));
  let text = document(texts);
  let total = budget === Infinity ? 0 : sizeOf(text);
  if (total <= budget) return text;
  const order = blocks
    .flatMap((block, at) => (isPart(block) ? [{ part: block, at }] : []))
    .sort((a, b) => a.part.weight - b.part.weight);
  for (const keepsFloor of [true, false]) {
    for (const { part, at } of order) {
      const now = sizeOf(texts[at] ?? "");
      const wanted = Math.max(keepsFloor ? part.floor : 0, now - (total - budget));
      if (wanted >= now) continue;
      texts[at] = part.write(wanted);
      text = document(texts);
      total = sizeOf(text);
      if (total <= budget) return text;
    }
  }
  return text;
}

/** The cut saves more than it costs the reader: the note about it, and the call of its command. */
export function isWorthIt(all: string, cut: string | null, note: string): boolean {
  return sizeOf(all) - sizeOf(cut ?? "") >= sizeOf(note);
}

/** All of it, whatever its size. */
export function whole(blocks: readonly Block[]): string {
  return withinBudget(blocks, Infinity);
}

function isPart(block: Block): block is Part {
  return typeof block === "object" && block !== null;
}

/** A beginning of this size, up to the end of a line or sentence if one is near, otherwise of a word. */
export function beginningOf(text: string, size: number): string {
  if (sizeOf(text) <= size) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sizeOf(text.slice(0, middle)) <= size) low = middle;
    else high = middle - 1;
  }
  const cut = text.slice(0, low);
  const near: [end: number, share: number][] = [
    [cut.lastIndexOf("\n"), 0.8],
    [endOfSentence(cut), 0.7],
    [cut.lastIndexOf(" "), 0.4],
  ];
  const [end] = near.find(([at, share]) => at > low * share) ?? [low];
  return cut.slice(0, end).toWellFormed().trimEnd();
}

function endOfSentence(text: string): number {
  return Math.max(...[". ", "! ", "? "].map((end) => text.lastIndexOf(end))) + 1;
}
