import { fenced, section } from "../markdown.ts";
import { beginningOf, isWorthIt, type Part, sizeOf } from "./budget.ts";

/** Less of a text than this tells nobody anything. */
const SHORTEST = 60;

interface Prose {
  weight: number;
  floor?: number;
  /** Set if it has a section of its own; without it the text continues the section before. */
  title?: string;
  /** Before the text, and after it: never cut. */
  lead?: string | null;
  after?: string | null;
  text: string;
  language?: string;
  /** Prints all of it. */
  command: string;
}

/** Somebody's text, in a fence: cut at its end. */
export function prose(given: Prose): Part {
  const { weight, floor = 0, text, command } = given;
  const write = (size: number): string | null => {
    const all = framed(given, text, null);
    if (all === null || sizeOf(all) <= size) return all;
    const noteOf = (kept: string) =>
      kept === ""
        ? `Left out: ${text.length} characters. \`${command}\` prints them.`
        : `Cut here: ${text.length - kept.length} of ${text.length} characters are left out. \`${command}\` prints all of it.`;
    const worth = Math.min(size, sizeOf(all) - sizeOf(noteOf("x")));
    let room = worth - sizeOf(framed(given, "x", noteOf("x")) ?? "");
    for (;;) {
      const kept = room < SHORTEST ? "" : beginningOf(text, room);
      const cut = framed(given, kept, noteOf(kept));
      if (kept === "" || sizeOf(cut ?? "") <= worth) return isWorthIt(all, cut, noteOf(kept)) ? cut : all;
      room -= Math.ceil(sizeOf(cut ?? "") - worth);
    }
  };
  return { weight, floor, write };
}

function framed(
  { title, lead = null, after = null, language }: Prose,
  text: string,
  note: string | null,
): string | null {
  const blocks = [lead, text === "" ? null : fenced(text, language), note, after];
  if (title !== undefined) return section(title, ...blocks);
  const shown = blocks.filter((block) => block !== null && block !== "");
  return shown.length === 0 ? null : shown.join("\n\n");
}
