import type { ScoutReply } from "../reply/shapes.ts";
import type { BatchPlan } from "./session.ts";

/** What the scout that looked again says, against the one before it. */
export interface ScoutChanges {
  /** Lines that the one before had not, in the scout's order. */
  added: string[];
  /** Lines that it had, and this one has not. */
  gone: string[];
  /** For each batch that is left: what is new and names it, or a file that it names. */
  about: string[][];
}

/** Names that every other line has in it: a batch called so is not meant by them. */
const NAME_MIN = 4;

/**
 * What changed between two scouts, and which of the batches that are left it names. That it changes what one of
 * them takes only the next plan can tell.
 *
 * @param from the number of the first batch that is left, from 1, as people say it
 */
export function scoutChanges(
  before: ScoutReply,
  after: ScoutReply,
  batches: readonly BatchPlan[],
  from: number,
): ScoutChanges {
  const [was, is] = [linesOf(before), linesOf(after)];
  const [known, kept] = [new Set(was.map(markOf)), new Set(is.map(markOf))];
  const added = is.filter((line) => !known.has(markOf(line)));
  return {
    added: added.map(({ text }) => text),
    gone: was.filter((line) => !kept.has(markOf(line))).map(({ text }) => text),
    about: batches.map((batch, i) =>
      added.filter((line) => isAbout(line, batch, from + i)).map(({ text }) => text),
    ),
  };
}

interface Line {
  text: string;
  /** Of the project, where the line is about one. */
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
  return [...new Map(lines.map((line) => [markOf(line), line])).values()];
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[-*]\s+/, "").trim())
    .filter((sentence) => sentence !== "");
}

/** Another case or another end of the sentence is no news. */
function markOf({ text }: Line): string {
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

/** Whether these words stand in it as they are, whole, whatever their case. */
function hasWords(text: string, words: string): boolean {
  const [inside, wanted] = [text.toLowerCase(), words.toLowerCase()];
  for (let at = inside.indexOf(wanted); at >= 0; at = inside.indexOf(wanted, at + 1)) {
    const around = [inside[at - 1], inside[at + wanted.length]];
    if (around.every((letter) => letter === undefined || !/[\p{L}\p{N}_]/u.test(letter)))
      return true;
  }
  return false;
}
