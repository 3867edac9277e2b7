import type { TaskId } from "../kernel/ids.ts";
import { cut } from "../kernel/storable.ts";
import type { ReviewReply } from "../reply/shapes.ts";

/** One finding of a review. */
export interface Found {
  /** `null`: it was said only that it must change. */
  severity: ReviewReply["findings"][number]["severity"] | null;
  file: string | null;
  line: number | null;
  issue: string;
}

/** What is still open when its batch is over: from a task's reviewers, or from the review of the whole (`null`). */
export interface Carried extends Found {
  taskId: TaskId | null;
}

type Said = Pick<ReviewReply, "findings" | "mustFix">;

/** Most characters by which a repeated finding is recognised. */
const MARK_MAX = 160;
/** Shorter words occur in too many others to mean the same. */
const WORDS_MIN = 8;
/** Most findings of one task, and their length: the room remembers what is still open. */
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

/** Words by which it is recognised in the next round. */
export function markOf({ file, issue }: Pick<Found, "file" | "issue">): string {
  const text = file === null ? issue : `${file}: ${issue}`;
  return cut(text.trim(), MARK_MAX);
}

/** The part of it that is remembered for a task. */
export function keptOf(found: readonly Found[], before: readonly Found[] = []): Found[] {
  const short = (one: Found): Found =>
    one.issue.length <= ISSUE_MAX ? one : { ...one, issue: `${one.issue.slice(0, ISSUE_MAX - 1).toWellFormed()}…` };
  return [...before, ...found.map(short)].slice(0, KEPT_MAX);
}

/** In one line, the most telling first. */
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
