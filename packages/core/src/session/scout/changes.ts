import type { ScoutReply } from "../../reply/shapes.ts";
import type { BatchPlan } from "../record/session.ts";

/** What the repeated scout says, compared with the one before it. */
export interface ScoutChanges {
  /** Lines that the one before did not have, in the scout's order. */
  added: string[];
  /** What matters most to this one and the one before had already said. */
  same: string[];
  /** Lines that the one before had, and this one has not. */
  gone: string[];
  /** For each remaining batch: new lines that name it, or a file that it names. */
  about: string[][];
}

/** Shorter names are in every other line: a batch with such a name is not meant by them. */
const NAME_MIN = 4;

/**
 * What changed between two scouts, and which of the remaining batches it names. That it changes what one of
 * them takes only the next plan can tell.
 *
 * @param from the number of the first remaining batch, from 1, as people count
 */
export function scoutChanges(
  before: ScoutReply,
  after: ScoutReply,
  batches: readonly BatchPlan[],
  from: number,
): ScoutChanges {
  const [was, is] = [linesOf(before), linesOf(after)];
  const [known, kept] = [marksOf(was), marksOf(is)];
  const top = new Set(after.top5.map(markOf));
  const added = is.filter(({ text }) => !known.has(markOf(text)));
  const same = is.map(({ text }) => text).filter((text) => top.has(markOf(text)));
  return {
    added: added.map(({ text }) => text),
    same: same.filter((text) => known.has(markOf(text))),
    gone: was.map(({ text }) => text).filter((text) => !kept.has(markOf(text))),
    about: batches.map((batch, i) => added.filter((line) => isAbout(line, batch, from + i)).map(({ text }) => text)),
  };
}

interface Line {
  text: string;
  /** Path in the project, if the line is about one. */
  path: string | null;
}

/** What matters most, what it noted, then files and patterns; each line once. */
function linesOf({ top5, notes = "", files, patterns }: ScoutReply): Line[] {
  const lines: Line[] = [
    ...top5.map((text) => ({ text, path: null })),
    ...sentencesOf(notes).map((text) => ({ text, path: null })),
    ...files.map(({ path, why }) => ({ text: why ? `${path}: ${why}` : path, path })),
    ...patterns.map((text) => ({ text, path: null })),
  ];
  const once = new Map<string, Line>();
  for (const line of lines) {
    const mark = markOf(line.text);
    const first = once.get(mark) ?? line;
    once.set(mark, { text: first.text, path: first.path ?? line.path });
  }
  return [...once.values()];
}

function marksOf(lines: readonly Line[]): Set<string> {
  return new Set(lines.map(({ text }) => markOf(text)));
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[-*]\s+/, "").trim())
    .filter((sentence) => sentence !== "");
}

/** A difference in case or at the end of the sentence is no news. */
function markOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[.!]+$/, "")
    .trim();
}

function isAbout({ text, path }: Line, { title, description }: BatchPlan, number: number): boolean {
  if (hasWords(text, `batch ${number}`)) return true;
  if (title.trim().length >= NAME_MIN && hasWords(text, title.trim())) return true;
  return path !== null && hasWords(`${title} ${description}`, path);
}

/** Whether it contains these very words, whole, regardless of case. */
function hasWords(text: string, words: string): boolean {
  const [inside, wanted] = [text.toLowerCase(), words.toLowerCase()];
  for (let at = inside.indexOf(wanted); at >= 0; at = inside.indexOf(wanted, at + 1)) {
    const around = [inside[at - 1], inside[at + wanted.length]];
    if (around.every((letter) => letter === undefined || !/[\p{L}\p{N}_]/u.test(letter))) return true;
  }
  return false;
}
