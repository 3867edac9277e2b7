import type { TaskId } from "../kernel/ids.ts";
import { cut } from "../kernel/storable.ts";
import type { ReviewReply } from "../reply/shapes.ts";

/** One thing that a review found. */
export interface Found {
  /** `null`: it was said only that it must change. */
  severity: ReviewReply["findings"][number]["severity"] | null;
  file: string | null;
  line: number | null;
  issue: string;
}

/** What is still there when its batch is over: of a task's reviewers, or of the review of the whole (`null`). */
export interface Carried extends Found {
  taskId: TaskId | null;
}

type Said = Pick<ReviewReply, "findings" | "mustFix">;

/** Characters by which a finding is known again when it is said again. */
const MARK_MAX = 160;
/** Shorter words are in too many others to mean the same. */
const WORDS_MIN = 8;
/** Of one task, and their length: the room remembers what is still there. */
const KEPT_MAX = 20;
const ISSUE_MAX = 300;

/** What a review found, each once: what must change and repeats a finding is that finding. */
export function foundIn({ findings, mustFix }: Said): Found[] {
  const issues = findings.map(({ issue }) => wordsOf(issue));
  const repeats = (text: string) => {
    const words = wordsOf(text);
    return issues.some((issue) => isWithin(issue, words) || isWithin(words, issue));
  };
  const all = [
    ...mustFix
      .filter((text) => !repeats(text))
      .map((issue): Found => ({ severity: null, file: null, line: null, issue })),
    ...findings.map(({ severity, file, line, issue }): Found => ({ severity, file, line: line || null, issue })),
  ];
  const byMark = new Map(all.map((one) => [markOf(one), one]));
  return all.filter((one) => byMark.get(markOf(one)) === one);
}

/** By these words it is known again in the next round. */
export function markOf({ file, issue }: Pick<Found, "file" | "issue">): string {
  const text = file === null ? issue : `${file}: ${issue}`;
  return cut(text.trim(), MARK_MAX);
}

/** As much of it as is remembered of a task. */
export function keptOf(found: readonly Found[], before: readonly Found[] = []): Found[] {
  const short = (one: Found): Found =>
    one.issue.length <= ISSUE_MAX ? one : { ...one, issue: `${one.issue.slice(0, ISSUE_MAX - 1).toWellFormed()}…` };
  return [...before, ...found.map(short)].slice(0, KEPT_MAX);
}

/** In a line, the most telling first. */
export function foundText({ severity, file, line, issue }: Found): string {
  const where = file === null ? "" : `${file}${line === null ? "" : `:${line}`}: `;
  return `${severity === null ? "" : `${severity}, `}${where}${issue}`;
}

function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
}

function isWithin(part: string, whole: string): boolean {
  return part.trim().length >= WORDS_MIN && whole.includes(part);
}
