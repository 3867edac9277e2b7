import { counted } from "../kernel/words.ts";
import { decisionStarts, linesOf } from "./markdown.ts";
import { LINES_MAX } from "./squad.ts";

const DAY = /\b\d{4}-\d{2}-\d{2}\b/;

/**
 * A list of decisions, cut to its newest if it is too long: by date or, without dates, by place.
 *
 * @param max UTF-16 units
 * @returns `cut`: what is left out, in a sentence
 */
export function newestDecisions(text: string, max: number): { text: string; cut: string | null } {
  const lines = linesOf(text);
  if (text.length <= max && lines.length <= LINES_MAX) return { text, cut: null };
  const starts = decisionStarts(lines);
  const sections = starts.map((start, i) => lines.slice(start, starts[i + 1]));
  const dates = datesOf(sections);
  const isNewestFirst = (dates[0] ?? "") > (dates.at(-1) ?? "");
  const order = sections
    .map((_, i) => i)
    .sort((a, b) => {
      const [one = "", other = ""] = [dates[a], dates[b]];
      if (one !== other) return one < other ? 1 : -1;
      return isNewestFirst ? a - b : b - a;
    });
  const preamble = lines.slice(0, starts[0] ?? 0).slice(0, 100);
  let [chars, count] = [sizeOf(preamble), preamble.length];
  const kept = new Set<number>();
  for (const i of order) {
    const section = sections[i] ?? [];
    if (chars + sizeOf(section) > max || count + section.length > LINES_MAX) break;
    chars += sizeOf(section);
    count += section.length;
    kept.add(i);
  }
  const left = sections.length - kept.size;
  return {
    text: [...preamble, ...sections.flatMap((section, i) => (kept.has(i) ? section : []))].join("\n"),
    cut: `the oldest ${counted(left, "decision")} of ${sections.length} ${left === 1 ? "is" : "are"} left out.`,
  };
}

/** The day of each; one without a day has that of the one before it. */
function datesOf(sections: readonly (readonly string[])[]): string[] {
  let last = "";
  return sections.map((section) => {
    last =
      section
        .slice(0, 6)
        .map((line) => DAY.exec(line)?.[0])
        .find(Boolean) ?? last;
    return last;
  });
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
