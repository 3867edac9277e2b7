import type { SessionEntry } from "../../session/contract.ts";
import { showSessionCommand } from "../commands.ts";
import { fenced, inline, isoMinute, section } from "../markdown.ts";
import { type Part, sizeOf } from "./budget.ts";
import { WEIGHT } from "./weights.ts";

/** Most words of the conversation in a prompt; the oldest entries are dropped first. */
export const CONVERSATION_WORDS = 3_000;

export type Said = Pick<SessionEntry, "seq" | "at" | "step" | "role" | "by" | "kind" | "content" | "version"> &
  Partial<Pick<SessionEntry, "chosen">>;

/** What was said, capped: the oldest is left out, and the text says so. */
export function conversationPart(entries: readonly Said[], sessionId: number): Part {
  const write = (size: number): string | null => {
    if (entries.length === 0) return null;
    let words = 0;
    let from = entries.length;
    let text = framed(entries, from, sessionId);
    while (from > 0) {
      words += wordsIn(entries[from - 1]);
      const longer = framed(entries, from - 1, sessionId);
      if (words > CONVERSATION_WORDS || sizeOf(longer ?? "") > size) break;
      from -= 1;
      text = longer;
    }
    return text;
  };
  return { weight: WEIGHT.said, floor: 0, write };
}

/** The newest of it, in as many words as a prompt carries. */
export function newestSaid(entries: readonly Said[]): readonly Said[] {
  let words = 0;
  let from = entries.length;
  while (from > 0 && words + wordsIn(entries[from - 1]) <= CONVERSATION_WORDS) {
    from -= 1;
    words += wordsIn(entries[from]);
  }
  return entries.slice(from);
}

function framed(entries: readonly Said[], from: number, sessionId: number): string | null {
  const are = from === 1 ? "entry is" : "entries are";
  return section(
    "What was said",
    from > 0 ? `${from} earlier ${are} left out here; \`${showSessionCommand(sessionId)}\` has them.` : null,
    ...entries
      .slice(from)
      .map(
        ({ by, at, step, content, chosen }) =>
          `${inline(by)}, ${isoMinute(at)}, ${step}${chosen ? `, chose “${inline(chosen)}”` : ""}${content === "" ? "." : `:\n\n${fenced(content)}`}`,
      ),
  );
}

function wordsIn(entry: Said | undefined): number {
  return `${entry?.chosen ?? ""} ${entry?.content ?? ""}`.split(/\s+/).filter(Boolean).length;
}
